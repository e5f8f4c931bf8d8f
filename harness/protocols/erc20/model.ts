import { callOf } from '../../vocabulary/intent.ts'
import type { ProtocolModel } from '../../vocabulary/model.ts'

/** What the calls of a token do, by EIP-20. */
export const MODEL: ProtocolModel = {
  kinds: {
    transfer: {
      category: 'wallet',
      needs: ['token', 'recipient', 'amountBaseUnits'],
      means: ({ token, address, amount }) =>
        callOf({
          kind: 'transfer',
          token: token('token'),
          to: address('recipient'),
          amount: amount('amountBaseUnits'),
        }),
    },
    approve: {
      category: 'trading',
      needs: ['token', 'spender', 'amountBaseUnits'],
      means: ({ token, address, amount }) =>
        callOf({
          kind: 'approve',
          token: token('token'),
          spender: address('spender'),
          amount: amount('amountBaseUnits'),
        }),
    },
    'revoke-allowance': {
      category: 'safety',
      needs: ['token', 'spender'],
      means: () => ({ kind: 'revoke' }),
    },
  },
  calls: {
    'transfer(address,uint256)': ({ token, args: [recipient, text], address, amount }) => {
      const [to, known] = [address(recipient), amount(text)]
      return token === undefined || to === undefined || known === undefined
        ? undefined
        : { kind: 'transfer', token, to, amount: known }
    },
    'approve(address,uint256)': ({ token, args: [account, text], address, amount }) => {
      const [spender, known] = [address(account), amount(text)]
      return token === undefined || spender === undefined || known === undefined
        ? undefined
        : { kind: 'approve', token, spender, amount: known }
    },
  },
}
