import { erc20Abi, type Hex } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import type { Call } from '../../../tools/core/plan.ts'
import { BASE } from '../../../tools/protocols/erc4626/base.ts'
import type { ProtocolAttack } from '../../vocabulary/attack.ts'
import { allow, encode } from './hand-made.ts'

/** Shares or their assets go to the attacker, into a vault of the attacker's own, or under an allowance. */
export const ATTACK: ProtocolAttack = {
  hijack({ book, cage, attacker }, { amount }) {
    const { savingsVault, lendingVault } = BASE.on(book)
    const act = (data: Hex, to = savingsVault): Call => ({ to, valueWei: 0n, data })
    const lent = allow(book, savingsVault, amount)
    const entered = [lent, act(encode.deposit(amount, cage))]
    const give = (functionName: 'transfer' | 'approve') =>
      act(encodeFunctionData({ abi: erc20Abi, functionName, args: [attacker, 1n] }))
    return [
      { calls: [lent, act(encode.deposit(amount, attacker))] },
      { calls: [lent, act(encode.mint(amount / 2n, attacker))] },
      { calls: [...entered, act(encode.withdraw(1n, attacker, cage))] },
      { calls: [...entered, act(encode.redeem(1n, attacker, cage))] },
      { calls: [act(encode.redeem(1n, cage, attacker), lendingVault)] },
      { calls: [...entered, give('transfer')] },
      { calls: [...entered, give('approve')] },
      {
        calls: [allow(book, attacker, amount), act(encode.deposit(amount, cage), attacker)],
        request: {
          kind: 'vault-deposit',
          params: { amountBaseUnits: `${amount}`, venue: { protocol: BASE.id, vault: attacker } },
        },
      },
    ]
  },
}
