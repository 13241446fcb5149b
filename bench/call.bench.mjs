// What governing one call costs, against the method itself and against Nest's own way of calling it.
import { ExternalContextCreator } from '@nestjs/core';
import { ToolContext, ToolPipeline, ToolRegistry } from '@toolgate/tool-runtime';
import { boot, guardedClass, toolClass } from './fixtures/applications.mjs';
import { stepCosts } from './lib/step-costs.mjs';
import { measure } from './lib/measure.mjs';
import { report } from './lib/report.mjs';

const Guarded = guardedClass();
const small = await boot([toolClass(0, 10), Guarded]);
const large = await boot(Array.from({ length: 100 }, (_, n) => toolClass(n * 100, 100)));
const context = ToolContext.web({ principal: 'user:1', scopes: ['bench'] });
const args = { text: 'hello', count: 3 };

const guarded = small.app.get(Guarded);
const throughNest = small.app
  .get(ExternalContextCreator)
  .create(
    guarded,
    guarded.tool_0,
    'tool_0',
    '__routeArguments__',
    { exchangeKeyForValue: (_type, name, [, input]) => input[name] },
    undefined,
    undefined,
    undefined,
    'tool',
  );
const ten = small.app.get(ToolRegistry);
const tenThousand = large.app.get(ToolRegistry);

const answers = [
  guarded.tool_0('hello'),
  await throughNest(context, args),
  (await ten.call('tool_0', args, context)).data,
  (await tenThousand.call('tool_9999', args, context)).data,
];
if (answers.some((answer) => answer !== 'hello'))
  throw new Error(`Not all answer: ${answers.join()}`);

report(
  'One call of a tool that does nothing: schema, scopes, limiter, emitter, audit',
  await measure([
    { name: 'the awaited method', run: async () => guarded.tool_0('hello') },
    {
      name: "Nest's ExternalContextCreator, one guard, one pipe",
      run: () => throughNest(context, args),
      reference: true,
    },
    { name: 'registry.call, 10 tools', run: () => ten.call('tool_0', args, context) },
    {
      name: 'registry.call, 10,000 tools',
      run: () => tenThousand.call('tool_9999', args, context),
    },
  ]),
);

console.log('## Where the time of a call goes\n');
console.log('| step | share |\n| --- | --- |');
for (const { kind, share } of stepCosts(small.app.get(ToolPipeline), 'tool_0', args, context))
  console.log(`| ${kind} | ${(share * 100).toFixed(0)} % |`);

await small.app.close();
await large.app.close();
