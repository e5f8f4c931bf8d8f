import { callOf } from '../../vocabulary/intent.ts'
import type { ProtocolModel } from '../../vocabulary/model.ts'

/** The chain may be none that it goes to, nobody may have sent there of late, or nothing be asked for, or more than goes in. */
const REFUSALS = [
  'BRIDGE_ROUTE_UNKNOWN',
  'ROUTE_UNSEEN',
  'UNKNOWN_TOKEN',
  'ZERO_AMOUNT',
  'INVALID_PARAMS',
  'DEPOSITS_PAUSED',
]

/** A deposit is a payment to who gets it there, by Across' documentation (https://docs.across.to); what relayers keep is little. */
export const MODEL: ProtocolModel = {
  kinds: {
    bridge: {
      category: 'trading',
      needs: ['token', 'destinationChainId', 'recipient', 'amountBaseUnits'],
      means: ({ token, address, amount }) =>
        callOf(
          {
            kind: 'transfer',
            token: token('token'),
            to: address('recipient'),
            amount: amount('amountBaseUnits'),
          },
          { riskTier: 'layer3', refusals: REFUSALS },
        ),
    },
  },
}
