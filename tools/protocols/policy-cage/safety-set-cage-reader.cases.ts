import { at, defineCases, kept, onChain } from '../../core/cases.ts'
import { loosens } from './cage-cases.ts'

const readerOf = (contract: string) =>
  onChain(
    at('account'),
    'function codeOf(address) view returns (address checker, address reader)',
    [at(contract)],
    1,
  )

/** While there are no positions to tell them apart by, the reader of another protocol reports alike. */
const NEW = readerOf('aave-v3.pool')
const TARGET = at('uniswap-v3.positionManager')

const REPLACED = loosens(
  'safety_set_cage_reader',
  {
    replaced: kept('old'),
    reader: { address: NEW, codeHash: kept('code.codeHash') },
    targets: [TARGET],
  },
  { before: [], after: [[readerOf('uniswap-v3.positionManager'), NEW]] },
)

/** Cases of `safety_set_cage_reader`. */
export const CASES = defineCases({
  refuses: [
    { params: { replaced: at('account'), reader: null, targets: [], step: 'queue' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      ...REPLACED,
      before: [
        { chain: readerOf('uniswap-v3.positionManager'), keep: 'old' },
        { tool: 'data_get_contract_info', params: { address: NEW }, keep: 'code' },
        ...(REPLACED.before ?? []),
      ],
    },
  ],
})
