import type { Address } from 'viem'

/** Accounts of the market's own: one that borrows within its means, and one that may be liquidated. */
export const BORROWERS: Readonly<Record<'sound' | 'unsound', Address>> = {
  sound: '0xb055000000000000000000000000000000000001',
  unsound: '0xb055000000000000000000000000000000000002',
}

/** The origin's trader, who may delegate credit. */
export const DELEGATOR: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
