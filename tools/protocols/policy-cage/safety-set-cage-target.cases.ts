import { at, defineCases, kept, onChain } from '../../core/cases.ts'
import { DELAY_SECONDS, loosens, shows, viewOf } from './cage-cases.ts'

const ALLOWED = viewOf('isTargetAllowed(address,bytes4) view returns (bool)', [at('feed.WETH'), '0x50d25bcd'])

const CODES = 'codeOf(address) view returns (address checker, address reader)'
const codeOf = (member: number) =>
  onChain(at('account'), `function ${CODES}`, [at('uniswap-v3.positionManager')], member)
const CHECKER = codeOf(0)
const READER = codeOf(1)
const CHECKER_CODE = { address: CHECKER, codeHash: kept('checker.codeHash') }
const READER_CODE = { address: READER, codeHash: kept('reader.codeHash') }

/** `name()` of what holds positions. */
const NAME = { target: at('uniswap-v3.positionManager'), selectors: ['0x06fdde03'] }

/** Cases of `safety_set_cage_target`. */
export const CASES = defineCases({
  refuses: [
    {
      params: { target: at('feed.WETH'), selectors: [], checker: null, reader: null, step: 'queue' },
      code: 'INVALID_PARAMS',
    },
  ],
  serves: [
    loosens(
      'safety_set_cage_target',
      { target: at('feed.WETH'), selectors: ['0x50d25bcd'], checker: null, reader: null },
      { before: [[ALLOWED, false]], after: [[ALLOWED, true]] },
    ),
    {
      name: 'checker and reader by the hash of their code',
      before: [
        { tool: 'data_get_contract_info', params: { address: CHECKER }, keep: 'checker' },
        { tool: 'data_get_contract_info', params: { address: READER }, keep: 'reader' },
        {
          tool: 'safety_set_cage_target',
          params: { ...NAME, checker: CHECKER_CODE, reader: null, step: 'queue' },
        },
        {
          tool: 'safety_set_cage_target',
          params: {
            ...NAME,
            checker: { address: CHECKER, codeHash: kept('reader.codeHash') },
            reader: READER_CODE,
            step: 'queue',
          },
        },
        {
          tool: 'safety_set_cage_target',
          params: { ...NAME, checker: CHECKER_CODE, reader: READER_CODE, step: 'queue' },
        },
        { tool: 'testnet_time_travel', params: { durationSeconds: DELAY_SECONDS } },
        // A reader that is there stays, and code that is not the one named is not trusted.
        {
          tool: 'safety_set_cage_target',
          params: { ...NAME, checker: CHECKER_CODE, reader: null, step: 'apply' },
          code: 'SIMULATION_REVERTED',
        },
        {
          tool: 'safety_set_cage_target',
          params: {
            ...NAME,
            checker: { address: CHECKER, codeHash: kept('reader.codeHash') },
            reader: READER_CODE,
            step: 'apply',
          },
          code: 'SIMULATION_REVERTED',
        },
      ],
      params: { ...NAME, checker: CHECKER_CODE, reader: READER_CODE, step: 'apply' },
      expect: { changed: true, loosened: true },
      after: shows([
        [viewOf(CODES, [at('uniswap-v3.positionManager')]), [CHECKER, READER]],
        [
          viewOf('isTargetAllowed(address,bytes4) view returns (bool)', [
            at('uniswap-v3.positionManager'),
            '0x06fdde03',
          ]),
          true,
        ],
      ]),
    },
  ],
})
