import { ToolContext } from '@toolgate/tool-runtime';
import { PEOPLE } from './people.js';

/**
 * Who a client is that started this process: the person whose demo token is in `DESK_TOKEN`, and without that variable the user of this
 * machine, who may do everything.
 *
 * @throws Error for a token that nobody has
 */
export function stdioCaller(): ToolContext {
  const token = process.env['DESK_TOKEN'];
  if (token === undefined) return ToolContext.stdio();
  const person = PEOPLE.get(token);
  if (!person)
    throw new Error(
      `DESK_TOKEN is a token that nobody at the support desk has. Set it to one of ${[...PEOPLE.keys()].join(', ')}, or leave it out to work as the user of this machine.`,
    );
  return ToolContext.stdio({ principal: person.id, scopes: person.scopes });
}
