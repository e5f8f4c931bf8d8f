import { defineKind } from '../../core/action.ts'
import { SignatureSchema } from '../order-signature.ts'

/** Fill a signed order of another; each venue has orders of a form of its own. */
export const FILL_ORDER = defineKind({
  kind: 'fill-order',
  description: "Fill another's signed order from the account's own tokens.",
  params: { signature: SignatureSchema },
  choice: { by: 'named' },
})
