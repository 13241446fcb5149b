import fc from 'fast-check';
import { GptTokenizerEstimator } from './gpt-tokenizer.token-estimator.js';
import { HeuristicTokenEstimator } from './heuristic.token-estimator.js';

const heuristic = new HeuristicTokenEstimator();

const SCHEMA = JSON.stringify({
  name: 'create_issue',
  title: 'Create an issue',
  description:
    'Opens an issue in a repository. Search first: a duplicate is closed without an answer. Labels that do not exist are created.',
  inputSchema: {
    type: 'object',
    properties: {
      owner: { type: 'string', description: 'Account that owns the repository', maxLength: 39 },
      repository: { type: 'string', pattern: '^[A-Za-z0-9._-]+$' },
      title: { type: 'string', minLength: 1, maxLength: 256 },
      body: { type: 'string', description: 'Markdown; mention people with @' },
      labels: { type: 'array', items: { type: 'string' }, maxItems: 20, uniqueItems: true },
      dueDate: { type: 'string', format: 'date-time' },
      assignee: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
      priority: { type: 'integer', minimum: 1, maximum: 5, default: 3 },
    },
    required: ['owner', 'repository', 'title'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
});

const TEXTS: [string, string, number][] = [
  ['the JSON of a tool', SCHEMA, 0.1],
  [
    'English',
    'Refunds are paid within three working days. An order that has already been shipped can only be refunded after the parcel has come back to the warehouse, unless the customer service has agreed to an exception; in that case the reference of the agreement belongs into the note.',
    0.12,
  ],
  [
    'German',
    'Erstattungen werden innerhalb von drei Werktagen ausgezahlt. Eine Bestellung, die bereits verschickt wurde, kann erst erstattet werden, wenn das Paket wieder im Lager eingetroffen ist, es sei denn, der Kundendienst hat einer Ausnahme zugestimmt; dann gehört das Aktenzeichen der Vereinbarung in die Bemerkung. Größere Beträge müssen zusätzlich geprüft werden.',
    0.2,
  ],
  [
    'Japanese',
    '返金は三営業日以内に支払われます。すでに発送された注文は、荷物が倉庫に戻ってから返金できます。ただし、カスタマーサービスが例外を認めた場合は、その合意の番号を備考に記入してください。',
    0.2,
  ],
  [
    'Russian',
    'Возврат денег производится в течение трёх рабочих дней. Если заказ уже отправлен, вернуть деньги можно только после того, как посылка вернётся на склад, если служба поддержки не согласилась на исключение.',
    0.2,
  ],
  [
    'Chinese',
    '退款将在三个工作日内支付。已经发货的订单只有在包裹退回仓库之后才能退款，除非客服同意例外处理；在这种情况下，请在备注中填写协议编号。',
    0.25,
  ],
];

describe('estimating tokens without a vocabulary', () => {
  it.each(TEXTS)('comes near to the real number for %s', async (_name, text, tolerance) => {
    const real = (await GptTokenizerEstimator.create()).estimate(text);
    expect(Math.abs(heuristic.estimate(text) - real) / real).toBeLessThan(tolerance);
  });

  it('is nearer to it over all of these texts than a token per four bytes', async () => {
    const exact = await GptTokenizerEstimator.create();
    const missedBy = (estimate: (text: string) => number) =>
      TEXTS.reduce((sum, [, text]) => {
        const real = exact.estimate(text);
        return sum + Math.abs(estimate(text) - real) / real;
      }, 0);
    const perFourBytes = (text: string) => Math.ceil(Buffer.byteLength(text) / 4);
    expect(missedBy((text) => heuristic.estimate(text))).toBeLessThan(missedBy(perFourBytes) / 2);
  });

  it.each([
    ['', 0],
    ['order', 1],
    ['an order', 2],
    ['readOnlyHint', 3],
    ['1234567', 3],
    ['🎉', 2],
  ])('counts %j as %i', (text, expected) => {
    expect(heuristic.estimate(text)).toBe(expected);
  });

  it('finds a whole number in proportion to the length of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const estimate = heuristic.estimate(text);
        expect(Number.isSafeInteger(estimate)).toBe(true);
        expect(estimate).toBeGreaterThanOrEqual(0);
        expect(estimate).toBeLessThanOrEqual(2 * text.length);
      }),
    );
  });

  it('never counts fewer tokens for a text with another sentence', () => {
    for (const [, text] of TEXTS)
      expect(heuristic.estimate(`${text} And more.`)).toBeGreaterThanOrEqual(
        heuristic.estimate(text),
      );
  });
});
