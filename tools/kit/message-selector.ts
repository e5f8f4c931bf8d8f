import type { Hex } from 'viem'

/**
 * The first bytes of what is recorded through a signature scheme: fields have no selector, and begin with a word (an address,
 * or the offset of a struct) whose first bytes are zero.
 */
export const MESSAGE_SELECTOR: Hex = '0x00000000'
