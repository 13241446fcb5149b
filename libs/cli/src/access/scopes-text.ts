import type { ToolGovernance } from '@toolgate/tool-runtime';
import { oneLine } from '../terminal/safe-text.js';

/** What a tool demands: `orders:read`, `a | b` for one of them, `a & b` for all of them, `-` for nothing. */
export function scopesText({
  scopes,
  scopesMode,
}: Pick<ToolGovernance, 'scopes' | 'scopesMode'>): string {
  if (scopes.length === 0) return '-';
  return scopes.map(oneLine).join(scopesMode === 'all' ? ' & ' : ' | ');
}
