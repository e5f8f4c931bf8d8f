import { at, defineCases, kept } from '../../core/cases.ts'
import { loosens, shows, viewOf } from './cage-cases.ts'

/** Any contract serves to be listed; what it says is asked when it is used. */
const SCHEME = { address: at('feed.WETH'), codeHash: kept('code.codeHash') }
const IS_SCHEME = viewOf('isScheme(address) view returns (bool)', [at('feed.WETH')])

const APPROVED = loosens(
  'safety_set_cage_scheme',
  { scheme: SCHEME, isAllowed: true },
  { before: [[IS_SCHEME, false]], after: [[IS_SCHEME, true]] },
)

/** Cases of `safety_set_cage_scheme`. */
export const CASES = defineCases({
  refuses: [{ params: { scheme: null, isAllowed: true, step: 'queue' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      ...APPROVED,
      before: [
        { tool: 'data_get_contract_info', params: { address: at('feed.WETH') }, keep: 'code' },
        {
          tool: 'safety_set_cage_scheme',
          params: { scheme: { ...SCHEME, codeHash: `0x${'11'.repeat(32)}` }, isAllowed: true, step: 'apply' },
          code: 'SIMULATION_REVERTED',
        },
        ...(APPROVED.before ?? []),
      ],
      after: [
        ...(APPROVED.after ?? []),
        {
          tool: 'safety_set_cage_scheme',
          params: { scheme: SCHEME, isAllowed: false, step: 'apply' },
          expect: { changed: true, loosened: false },
        },
        ...shows([[IS_SCHEME, false]]),
      ],
    },
  ],
})
