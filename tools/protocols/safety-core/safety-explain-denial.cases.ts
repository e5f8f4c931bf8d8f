import { at, defineCases, kept } from '../../core/cases.ts'

const DENIED = {
  tool: 'wallet_transfer_token',
  params: { token: 'USDC', recipient: at('stranger'), amountBaseUnits: '5' },
  code: 'CAGE_RECIPIENT_NOT_ALLOWED',
}

/** Cases of `safety_explain_denial`. */
export const CASES = defineCases({
  refuses: [
    { params: {}, code: 'NOT_FOUND' },
    { params: { index: 0 }, code: 'NOT_FOUND' },
    { params: { index: -1 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'the latest, and one by its place',
      before: [DENIED, { tool: 'safety_explain_denial', keep: 'first' }, DENIED],
      params: { index: kept('first.index') },
      roundTrips: 0,
      expect: {
        index: kept('first.index'),
        stage: 'preview',
        code: 'CAGE_RECIPIENT_NOT_ALLOWED',
        layer: 'policy-cage',
        subject: { tool: 'wallet_transfer_token' },
        sameCode: 2,
      },
    },
  ],
})
