import { ToolContext } from '@toolgate/tool-runtime';
import type { ToolDefinition } from '@toolgate/tool-runtime';
import { LegacyCodec } from '../../protocol/legacy.codec.js';
import { ServedLists } from './served-lists.js';

const codec = new LegacyCodec();
const caller = ToolContext.mcp({ principal: 'ann' });
const definitions = Array.from({ length: 8 }, (_, n) => ({ name: `t${n}` }) as ToolDefinition);

/** Lists of a caller who sees those of the eight whose bit is set. */
function someLists() {
  let seen = 0;
  const lists = new ServedLists(
    {
      listFor: () => definitions.filter((_, n) => seen & (1 << n)),
      of: (definition) =>
        definition.name === 't0'
          ? undefined
          : { definition, json: { modern: '', legacy: JSON.stringify(definition.name) } },
    },
    { member: 'tools', pageSize: undefined, ttlMs: 0, scope: 'private' },
  );
  const see = (bits: number) => {
    seen = bits;
    return lists.page(caller, codec, undefined) as { json: string; tail: Buffer };
  };
  return { lists, see };
}

describe('a list', () => {
  it('is rendered once for all who see the same', () => {
    const { see } = someLists();
    const first = see(0b0110);
    expect(first.json).toBe('{"tools":["t1","t2"]}');
    expect(see(0b1000).json).toBe('{"tools":["t3"]}');
    expect(see(0b0010).json).toBe('{"tools":["t1"]}');
    expect(see(0b0110)).toBe(first);
    expect(first.tail.toString()).toBe('{"tools":["t1","t2"]}}');
    expect(see(0b0110).tail).toBe(first.tail);
  });

  it('leaves out what is not served', () => {
    const { see } = someLists();
    expect(see(0b0011).json).toBe('{"tools":["t1"]}');
    expect(see(0b0001).json).toBe('{"tools":[]}');
  });

  it('is kept while it is asked for, until it is to be forgotten', () => {
    const { lists, see } = someLists();
    const kept = see(1);
    for (let bits = 2; bits <= 200; bits++) {
      see(bits);
      expect(see(1)).toBe(kept);
    }
    lists.forget();
    expect(see(1)).not.toBe(kept);
  });

  it('gives up the one that was seen longest ago', () => {
    const { see } = someLists();
    const first = see(1);
    for (let bits = 2; bits <= 65; bits++) see(bits);
    expect(see(1)).not.toBe(first);
  });
});
