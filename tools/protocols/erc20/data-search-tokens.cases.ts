import { defineCases, matching } from '../../core/cases.ts'

/** Cases of `data_search_tokens`. */
export const CASES = defineCases({
  refuses: [{ params: { query: '' }, code: 'INVALID_PARAMS' }],
  serves: [
    { params: { query: 'us' }, expect: { 'matches.0.symbol': matching('^US') } },
    { name: 'a slip of the pen', params: { query: 'WETT' }, expect: { suggestion: 'WETH', totalMatches: 0 } },
  ],
})
