import { erc20Abi, type Hex } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import type { Call } from '../../../tools/core/plan.ts'
import { BASE } from '../../../tools/protocols/pendle-v2/base.ts'
import type { ProtocolAttack } from '../../vocabulary/attack.ts'
import { allow, encode } from './hand-made.ts'

/** Amounts are drawn in base units of USDC; DAI has twelve decimals more. */
const FINER = 10n ** 12n

/** Tokens of a market go to the attacker, under an allowance, into a market of the attacker's own, or around by another router. */
export const ATTACK: ProtocolAttack = {
  hijack({ book, cage, attacker }, { amount }) {
    const { router, principal } = BASE.on(book)
    const dai = amount * FINER
    const act = (data: Hex, to = router): Call => ({ to, valueWei: 0n, data })
    const lent = allow(book, dai)
    const split = [lent, act(encode.split(book, dai, cage))]
    const give = (functionName: 'transfer' | 'approve') =>
      act(encodeFunctionData({ abi: erc20Abi, functionName, args: [attacker, 1n] }), principal)
    return [
      { calls: [lent, act(encode.split(book, dai, attacker))] },
      { calls: [lent, act(encode.buyPt(book, dai, attacker))] },
      { calls: [lent, act(encode.wrap(book, dai, attacker))] },
      { calls: [lent, act(encode.buyPt(book, dai, cage, attacker))] },
      { calls: [lent, act(encode.split(book, dai, cage, { via: attacker, data: '0x00' }))] },
      { calls: [...split, give('transfer')] },
      { calls: [...split, give('approve')] },
      {
        calls: [allow(book, dai), act(encode.buyPt(book, dai, cage, attacker))],
        request: { kind: 'pendle-buy-pt', params: { market: attacker, amountBaseUnits: `${dai}` } },
      },
    ]
  },
}
