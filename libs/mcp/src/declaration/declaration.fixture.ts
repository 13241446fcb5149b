import { Injectable, NotFoundException, UseGuards } from '@nestjs/common';
import type { CanActivate } from '@nestjs/common';
import { ToolContext, ToolCtx, ToolError, ToolInput, ToolResult } from '@toolgate/tool-runtime';
import { Completes } from './completes.decorator.js';
import type { CompletionRequest } from './completion.options.js';
import { Prompt, PromptArg } from './prompt.decorator.js';
import { ResourceParam, ResourceTemplate } from './resource-template.decorator.js';
import { Resource } from './resource.decorator.js';

class Nobody implements CanActivate {
  canActivate() {
    return false;
  }
}

/** Resources with every kind of content and of end. */
@Injectable()
export class DeskResources {
  readonly reads: unknown[] = [];

  @Resource({
    uri: 'desk://policy',
    name: 'policy',
    title: 'Refund policy',
    description: 'When refunds are given',
    mimeType: 'text/markdown',
    size: 12,
    annotations: { audience: ['user'], priority: 0.5 },
    icons: [{ src: 'https://desk.example/policy.png' }],
    _meta: { 'example.desk/owner': 'support' },
    cache: { ttlMs: 60_000, scope: 'public' },
  })
  policy() {
    return '# Refunds';
  }

  @Resource({ uri: 'desk://logo', name: 'logo', description: 'The logo', mimeType: 'image/png' })
  logo() {
    return new Uint8Array([1, 2, 3]);
  }

  @Resource({ uri: 'desk://figures', name: 'figures', description: 'Figures' })
  figures() {
    return { open: 3, since: new Date(0), contents: [] };
  }

  @Resource({ uri: 'desk://folder', name: 'folder', description: 'Several contents' })
  folder() {
    return {
      contents: [
        { uri: 'desk://folder/a', text: 'A' },
        { mimeType: 'image/png', blob: Buffer.from('B'), _meta: { 'example.desk/n': 1 } },
      ],
    };
  }

  @Resource({
    uri: 'desk://salaries',
    name: 'salaries',
    description: 'Secret',
    scopes: ['hr:read'],
  })
  salaries() {
    return 'secret';
  }

  @Resource({ uri: 'desk://guarded', name: 'guarded', description: 'Guarded' })
  @UseGuards(Nobody)
  guarded() {
    return 'never';
  }

  @Resource({ uri: 'desk://gone', name: 'gone', description: 'Gone', hidden: true })
  gone() {
    return undefined;
  }

  @Resource({ uri: 'desk://broken', name: 'broken', description: 'Broken', hidden: true })
  broken() {
    throw new Error('postgres://user:pw@host is down');
  }

  @Resource({ uri: 'desk://locked', name: 'locked', description: 'Locked', hidden: true })
  locked() {
    throw new ToolError('Somebody edits it.', { code: 'CONFLICT' });
  }

  @Resource({ uri: 'desk://odd', name: 'odd', description: 'Odd', hidden: true })
  odd() {
    return { contents: [{ text: 'A', blob: 'B' }] };
  }

  @ResourceTemplate({
    uriTemplate: 'orders://{id}',
    name: 'order',
    description: 'One order',
    complete: { id: ['A-1', 'A-2', 'B-1'] },
  })
  order(@ResourceParam('id', { pattern: '^[AB]-[0-9]+$' }) id: string) {
    if (id === 'A-404') throw new NotFoundException('Order A-404 is not there');
    return { id };
  }

  @ResourceTemplate({
    uriTemplate: 'orders://{id}/lines{?page}',
    name: 'lines',
    description: 'Lines',
  })
  lines(@ToolInput() variables: object, @ToolCtx() context: ToolContext) {
    this.reads.push(variables);
    return { variables, by: context.principal };
  }

  @ResourceTemplate({
    uriTemplate: 'orders://{+path}',
    name: 'files',
    description: 'Everything else',
  })
  files({ path }: { path: string }) {
    return `file ${path}`;
  }
}

/** Prompts with every kind of message. */
@Injectable()
export class DeskPrompts {
  @Prompt({
    name: 'triage',
    title: 'Triage',
    description: 'Triage an order',
    tags: ['orders'],
    version: '2',
    icons: [{ src: 'https://desk.example/triage.png' }],
    complete: { tone: ({ value }: CompletionRequest) => [`${value}!`] },
  })
  triage(
    @PromptArg('order_id', { description: 'Which order' }) id: string,
    @PromptArg('urgency', { enum: ['low', 'high'], default: 'low' }) urgency: string,
    @PromptArg('copies', { required: false }) copies?: number,
    @PromptArg('tone', { required: false }) tone?: string,
  ) {
    return `Order ${id}: ${urgency}, ${copies ?? 'no'} copies${tone ? `, ${tone}` : ''}`;
  }

  @Prompt({ name: 'talk', description: 'A conversation' })
  talk(@ToolCtx() context: ToolContext) {
    context.reportProgress({ progress: 1, total: 2 });
    return {
      description: `For ${context.principal}`,
      messages: [
        'Hello',
        { role: 'assistant', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
        { role: 'user', content: ['a', { type: 'text', text: 'b' }] },
      ],
    };
  }

  @Prompt({ name: 'blocks', description: 'Blocks' })
  blocks() {
    return ToolResult.content([
      { type: 'text', text: 'x' },
      { type: 'resource_link', uri: 'desk://policy', name: 'policy' },
    ]);
  }

  @Prompt({ name: 'payroll', description: 'Secret', scopes: ['hr:read'] })
  payroll(@PromptArg('who') who: string) {
    return who;
  }

  @Prompt({ name: 'silent', description: 'Returns nothing', hidden: true })
  silent() {
    return [];
  }

  @Prompt({ name: 'failing', description: 'Throws', hidden: true })
  failing() {
    throw new Error('password=hunter2');
  }

  @Completes({ prompt: 'triage', argument: 'order_id' })
  orderIds({ value, arguments: filled }: CompletionRequest, context: ToolContext) {
    if (value === 'many') return Array.from({ length: 250 }, (_none, index) => `A-${index}`);
    if (value === 'page') return { values: ['A-1'], total: 40 };
    if (value === 'odd') return [1] as never;
    return [`${value}1`, JSON.stringify(filled), String(context.principal)];
  }

  @Completes({ prompt: 'payroll', argument: 'who' })
  people() {
    return ['everybody'];
  }

  @Completes({ resourceTemplate: 'lines', argument: 'id' })
  lineIds() {
    return ['A-9'];
  }
}
