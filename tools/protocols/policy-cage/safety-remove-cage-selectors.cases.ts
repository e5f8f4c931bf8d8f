import { at, defineCases } from '../../core/cases.ts'
import { tightens, viewOf } from './cage-cases.ts'

const allowed = (selector: string) =>
  viewOf('isTargetAllowed(address,bytes4) view returns (bool)', [at('weth'), selector])

/** Cases of `safety_remove_cage_selectors`. */
export const CASES = defineCases({
  refuses: [
    { params: { target: at('weth'), selectors: ['deposit'], step: 'apply' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    tightens({ target: at('weth'), selectors: ['0xD0E30DB0'] }, [
      [allowed('0xd0e30db0'), false],
      [allowed('0x2e1a7d4d'), true],
    ]),
  ],
})
