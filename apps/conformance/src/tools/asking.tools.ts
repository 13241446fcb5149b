import { Injectable } from '@nestjs/common';
import {
  Tool,
  ToolContext,
  ToolCtx,
  ToolParam,
  elicitation,
  rootsOfClient,
  sampling,
} from '@toolgate/tool-runtime';
import type { ElicitationAnswer } from '@toolgate/tool-runtime';

const text = (title: string) => ({ type: 'string', title }) as const;
const form = <Name extends string>(name: Name, field: object) => ({
  type: 'object',
  properties: { [name]: field },
  required: [name],
});
const NAME_FORM = form('name', text('Your name'));
const say = (question: string) =>
  ({ role: 'user', content: { type: 'text', text: question } }) as const;

/** What a person filled in, or what they did instead. */
function said(answer: ElicitationAnswer<unknown>): string {
  return answer.action === 'accept' ? JSON.stringify(answer.content) : answer.action;
}
const textOf = (content: unknown): string => {
  const block = Array.isArray(content) ? (content[0] as unknown) : content;
  return (block as { text?: string } | undefined)?.text ?? '';
};

/** Tools that ask whoever called. */
@Injectable()
export class AskingTools {
  @Tool({ name: 'test_sampling', description: "Asks the client's model" })
  async sample(@ToolParam('prompt') prompt: string, @ToolCtx() context: ToolContext) {
    const { content } = await context.sample({ messages: [say(prompt)], maxTokens: 100 });
    return `LLM response: ${textOf(content)}`;
  }

  @Tool({ name: 'test_elicitation', description: 'Asks a person for two texts' })
  async elicit(@ToolParam('message') message: string, @ToolCtx() context: ToolContext) {
    const answer = await context.elicit({
      message,
      schema: {
        type: 'object',
        properties: { username: text('User name'), email: text('E-mail address') },
        required: ['username', 'email'],
      },
    });
    return `User response: action=${answer.action}, content=${said(answer)}`;
  }

  @Tool({
    name: 'test_elicitation_sep1034_defaults',
    description: 'Asks a person with something filled in already',
  })
  async defaults(@ToolCtx() context: ToolContext) {
    const answer = await context.elicit({
      message: 'Please look over what is filled in',
      schema: {
        type: 'object',
        properties: {
          name: { type: 'string', default: 'John Doe' },
          age: { type: 'integer', default: 30 },
          score: { type: 'number', default: 95.5 },
          status: {
            type: 'string',
            enum: ['active', 'inactive', 'pending'],
            default: 'active',
          },
          verified: { type: 'boolean', default: true },
        },
      },
    });
    return `Elicitation completed: action=${answer.action}, content=${said(answer)}`;
  }

  @Tool({
    name: 'test_elicitation_sep1330_enums',
    description: 'Asks a person to choose, in every way there is',
  })
  async choices(@ToolCtx() context: ToolContext) {
    const titled = ['First', 'Second', 'Third'].map((title, index) => ({
      const: `value${index + 1}`,
      title: `${title} Option`,
    }));
    const plain = ['option1', 'option2', 'option3'];
    const answer = await context.elicit({
      message: 'Please choose',
      schema: {
        type: 'object',
        properties: {
          untitledSingle: { type: 'string', enum: plain },
          titledSingle: { type: 'string', oneOf: titled },
          legacyEnum: {
            type: 'string',
            enum: ['opt1', 'opt2', 'opt3'],
            enumNames: ['Option One', 'Option Two', 'Option Three'],
          },
          untitledMulti: { type: 'array', items: { type: 'string', enum: plain } },
          titledMulti: { type: 'array', items: { anyOf: titled } },
        },
      },
    });
    return `Elicitation completed: action=${answer.action}, content=${said(answer)}`;
  }

  @Tool({ name: 'test_missing_capability', description: 'Cannot do without a model to ask' })
  async needsModel(@ToolCtx() context: ToolContext) {
    const { content } = await context.sample({ messages: [say('Hello')], maxTokens: 100 });
    return textOf(content);
  }

  @Tool({ name: 'test_streaming_elicitation', description: 'Reports, then asks a person' })
  async reportAndAsk(@ToolCtx() context: ToolContext) {
    context.reportProgress({ progress: 1, total: 2 });
    return said(await context.elicit({ message: 'What is your name?', schema: NAME_FORM }));
  }

  @Tool({
    name: 'test_input_required_result_elicitation',
    description: 'Greets a person by the name they give',
  })
  greet(@ToolCtx() context: ToolContext) {
    return greeted(context);
  }

  @Tool({
    name: 'test_input_required_result_sampling',
    description: "Asks the client's model for a capital",
  })
  async capital(@ToolCtx() context: ToolContext) {
    const { content } = await context.sample({
      key: 'capital_question',
      messages: [say('What is the capital of France?')],
      maxTokens: 100,
    });
    return textOf(content);
  }

  @Tool({
    name: 'test_input_required_result_list_roots',
    description: 'Names the folders of the client',
  })
  async folders(@ToolCtx() context: ToolContext) {
    const roots = await context.roots({ key: 'client_roots' });
    return `Roots: ${roots.map(({ uri }) => uri).join(', ')}`;
  }

  @Tool({
    name: 'test_input_required_result_request_state',
    description: 'Asks a person for a yes',
  })
  confirm(@ToolCtx() context: ToolContext) {
    return confirmed(context);
  }

  @Tool({
    name: 'test_input_required_result_tampered_state',
    description: 'Asks a person for a yes that nobody else can give',
  })
  confirmSealed(@ToolCtx() context: ToolContext) {
    return confirmed(context);
  }

  @Tool({
    name: 'test_input_required_result_multiple_inputs',
    description: 'Asks a person, a model and for folders, all at once',
  })
  async everything(@ToolCtx() context: ToolContext) {
    const { user_name, greeting, client_roots } = await context.ask({
      user_name: elicitation({ message: 'What is your name?', schema: NAME_FORM }),
      greeting: sampling({ messages: [say('Write a greeting')], maxTokens: 50 }),
      client_roots: rootsOfClient(),
    });
    return `${textOf(greeting.content)} ${said(user_name)}, with ${client_roots.length} roots`;
  }

  @Tool({
    name: 'test_input_required_result_multi_round',
    description: 'Asks a person twice, one after the other',
  })
  async twice(@ToolCtx() context: ToolContext) {
    const name = await context.elicit({
      key: 'step1',
      message: 'What is your name?',
      schema: NAME_FORM,
    });
    const colour = await context.elicit({
      key: 'step2',
      message: 'What is your favourite colour?',
      schema: form('color', text('Colour')),
    });
    return `${said(name)} likes ${said(colour)}`;
  }

  @Tool({
    name: 'test_input_required_result_capabilities',
    description: 'Asks what the client can be asked',
  })
  async whatever(@ToolCtx() context: ToolContext) {
    if (context.can('elicitation')) return greeted(context);
    const { content } = await context.sample({
      key: 'fallback',
      messages: [say('Make up a name')],
      maxTokens: 20,
    });
    return textOf(content);
  }
}

async function greeted(context: ToolContext): Promise<string> {
  const answer = await context.elicit({
    key: 'user_name',
    message: 'What is your name?',
    schema: NAME_FORM,
  });
  return answer.action === 'accept' ? `Hello, ${String(answer.content['name'])}!` : 'Hello!';
}

async function confirmed(context: ToolContext): Promise<string> {
  const answer = await context.elicit({
    key: 'confirm',
    message: 'Shall it be done?',
    schema: form('ok', { type: 'boolean', title: 'Yes' }),
  });
  return `state-ok: ${said(answer)}`;
}
