import { at, callData, defineCases, type ServedCase } from '../../core/cases.ts'
import { loosens, policyOf } from './cage-cases.ts'

const afterPause = ({ before = [], after = [], ...served }: ServedCase): ServedCase => ({
  ...served,
  before: [{ send: { from: 'guardian', to: at('account'), data: callData('function pause()') } }, ...before],
  after,
})

/** Cases of `safety_unpause_cage`. */
export const CASES = defineCases({
  refuses: [{ params: {}, code: 'INVALID_PARAMS' }],
  serves: [
    afterPause(
      loosens(
        'safety_unpause_cage',
        {},
        { before: [[policyOf('paused'), true]], after: [[policyOf('paused'), false]] },
      ),
    ),
  ],
})
