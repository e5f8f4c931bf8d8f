import type { Grant } from '../../vocabulary/intent.ts'
import type { KindModel, ProtocolModel, RequestReader } from '../../vocabulary/model.ts'

/** Amounts are uint160; from half of that on one counts as no limit. */
const UNLIMITED_FROM = 2n ** 159n
/** How long a signature that says nothing of it can be used, in seconds. */
const SIGNATURE_SECONDS = 600

const grant = (by: Grant['by'], lasts: (request: RequestReader) => number): KindModel => ({
  category: 'trading',
  needs: ['token', 'spender', 'amountBaseUnits', 'ttlSeconds'],
  ranges: { ttlSeconds: [1, 30 * 86_400], signatureTtlSeconds: [1, 3_600] },
  means: (request) => ({
    kind: 'grant',
    by,
    token: request.token('token'),
    spender: request.address('spender'),
    amount: request.amount('amountBaseUnits'),
    unlimitedFrom: UNLIMITED_FROM,
    untilSeconds: request.nowSeconds + lasts(request),
  }),
})

/** Allowances that lapse, granted by a transaction or by a PermitSingle that anyone may bring to the chain. */
export const MODEL: ProtocolModel = {
  kinds: {
    'permit2-approve': grant('transaction', ({ params }) => Number(params.ttlSeconds)),
    // Brought to the chain at its last second, it still holds for its own time.
    'sign-permit': grant('message', ({ params }) =>
      Math.max(Number(params.ttlSeconds), Number(params.signatureTtlSeconds ?? SIGNATURE_SECONDS)),
    ),
    'revoke-permit2-allowance': {
      category: 'safety',
      needs: ['pairs'],
      means: () => ({ kind: 'revoke' }),
    },
    'invalidate-nonces': {
      category: 'safety',
      needs: [],
      // A nonce that was passed meanwhile is refused by the contract.
      means: 'unforeseen',
    },
  },
}
