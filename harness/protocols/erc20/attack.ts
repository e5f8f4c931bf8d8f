import { erc20Abi } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import type { ProtocolAttack } from '../../vocabulary/attack.ts'

/** Payments to an approved account, and to an account that nobody approved. */
export const ATTACK: ProtocolAttack = {
  pay: ({ token, recipient }, symbol, amount) => ({
    calls: [
      {
        to: token(symbol),
        valueWei: 0n,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, amount] }),
      },
    ],
    request: {
      kind: 'transfer',
      params: { token: symbol, recipient, amountBaseUnits: `${amount}` },
    },
  }),
  hijack({ token, attacker }, { route, amount }) {
    const [symbol] = route.tokens
    const params = { token: symbol, amountBaseUnits: `${amount}` }
    return [
      {
        calls: [
          {
            to: token(symbol),
            valueWei: 0n,
            data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [attacker, amount] }),
          },
        ],
        request: { kind: 'approve', params: { ...params, spender: attacker } },
      },
      { request: { kind: 'transfer', params: { ...params, recipient: attacker } } },
    ]
  },
}
