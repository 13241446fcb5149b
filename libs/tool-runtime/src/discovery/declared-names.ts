import { TOOL_KIND } from '../declaration/governed-method.js';
import type { ToolDeclaration } from '../declaration/tool-declaration.js';
import type { ToolOwner } from '../registry/tool-definition.js';
import { uniqueName } from '../registry/unique-name.js';
import { duplicateAddress, duplicateToolName, reservedToolName } from '../tool-runtime.messages.js';

/** Who has declared which name and address so far. */
export class DeclaredNames {
  private readonly names = new Map<string, ToolOwner>();
  /** By kind, then by address. */
  private readonly addresses = new Map<string, Map<string, ToolOwner>>();

  /** @param reserved names of tools that are taken already, and what for */
  constructor(private readonly reserved: ReadonlyMap<string, string>) {}

  get size(): number {
    return this.names.size;
  }

  /** @returns why the declaration cannot have its name or address; empty when it has them now */
  claim({ options, governed }: ToolDeclaration, owner: ToolOwner): readonly string[] {
    const kind = governed?.kind ?? TOOL_KIND;
    const name = uniqueName(kind, options.name);
    const taken = this.names.get(name);
    const reservedFor = this.reserved.get(name);
    if (taken) return [duplicateToolName(options.name, taken, owner, kind)];
    if (reservedFor !== undefined) return [reservedToolName(name, owner, reservedFor)];
    this.names.set(name, owner);
    return governed?.address === undefined ? [] : this.claimAddress(kind, governed.address, owner);
  }

  private claimAddress(kind: string, address: string, owner: ToolOwner): readonly string[] {
    const ofKind = this.addresses.get(kind) ?? new Map<string, ToolOwner>();
    this.addresses.set(kind, ofKind);
    const taken = ofKind.get(address);
    if (taken) return [duplicateAddress(kind, address, taken, owner)];
    ofKind.set(address, owner);
    return [];
  }
}
