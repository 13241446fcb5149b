import type { RandomSource } from '../common/random-source.js';

/** A UUID v4 from the runtime's own source of randomness. */
export function uuidOf(random: RandomSource): string {
  const hex = random.hex(16);
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) & 3]!;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
