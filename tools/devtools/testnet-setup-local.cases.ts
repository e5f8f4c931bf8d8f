import { defineCases, matching } from '../core/cases.ts'

const LOOPBACK = matching('^http://127\\.0\\.0\\.1:\\d+$')
const start = { tool: 'testnet_setup_local', params: { world: 'empty' } }
const stop = (chain: string) => ({
  tool: 'testnet_stop_local',
  params: { chain },
  expect: { chain, left: [] },
})

/** Cases of `testnet_setup_local`. */
export const CASES = defineCases({
  refuses: [
    { params: { world: 'mainnet' }, code: 'INVALID_PARAMS' },
    // No more than two at once.
    { before: [start, start], params: { world: 'empty' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'empty',
      params: { world: 'empty' },
      expect: { chain: '1', world: 'empty', url: LOOPBACK, chainId: 31_337, blockNumber: '0' },
      after: [stop('1')],
    },
    {
      name: 'a fork of the origin, beside another one',
      before: [start, { tool: 'testnet_get_status', keep: 'own' }],
      params: { world: 'origin' },
      expect: { chain: '2', world: 'origin', url: LOOPBACK, blockNumber: matching('^[1-9]\\d*$') },
      after: [stop('2'), stop('1')],
    },
  ],
})
