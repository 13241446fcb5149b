import { Injectable } from '@nestjs/common';
import { ToolContext, ToolCtx } from '@toolgate/tool-runtime';
import { Completes, Prompt, PromptArg } from '@toolgate/mcp';
import type { CompletionRequest, PromptMessageInput } from '@toolgate/mcp';
import { PNG } from '../tools/samples.js';

/** Completed by what was typed. */
const VALUES = ['test', 'testValue1', 'testValue2'];

/** One prompt for each kind of message, and the one completion the suite asks for. */
@Injectable()
export class SamplePrompts {
  @Prompt({ name: 'test_simple_prompt', description: 'One text without arguments' })
  simple() {
    return 'This is a simple prompt for testing.';
  }

  @Prompt({ name: 'test_prompt_with_arguments', description: 'One text with two arguments' })
  withArguments(
    @PromptArg('arg1', { description: 'First test argument' }) first: string,
    @PromptArg('arg2', { description: 'Second test argument' }) second: string,
  ) {
    return `Prompt with arguments: arg1='${first}', arg2='${second}'`;
  }

  @Completes({ prompt: 'test_prompt_with_arguments', argument: 'arg1' })
  firstArguments({ value }: CompletionRequest) {
    return VALUES.filter((candidate) => candidate.startsWith(value));
  }

  @Prompt({
    name: 'test_prompt_with_embedded_resource',
    description: 'A resource in full, and a text about it',
  })
  withResource(
    @PromptArg('resourceUri', { description: 'URI of the resource' }) uri: string,
  ): readonly PromptMessageInput[] {
    return [
      {
        role: 'user',
        content: {
          type: 'resource',
          resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        },
      },
      { role: 'user', content: 'Please process the embedded resource above.' },
    ];
  }

  @Prompt({ name: 'test_prompt_with_image', description: 'A picture, and a text about it' })
  withImage(): readonly PromptMessageInput[] {
    return [
      { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
      { role: 'user', content: 'Please analyze the image above.' },
    ];
  }

  @Prompt({
    name: 'test_input_required_result_prompt',
    description: 'Asks a person what it is about first',
  })
  async withAnswer(@ToolCtx() context: ToolContext): Promise<string> {
    const answer = await context.elicit({
      key: 'user_context',
      message: 'What is it about?',
      schema: {
        type: 'object',
        properties: { context: { type: 'string', title: 'Context' } },
        required: ['context'],
      },
    });
    const about = answer.action === 'accept' ? String(answer.content['context']) : 'anything';
    return `Please write about ${about}.`;
  }
}
