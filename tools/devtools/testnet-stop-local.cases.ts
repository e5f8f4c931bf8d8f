import { defineCases } from '../core/cases.ts'

const STARTED = { tool: 'testnet_setup_local', params: { world: 'empty' } }
const STOPPED = { tool: 'testnet_stop_local', params: { chain: '1' } }

/** Cases of `testnet_stop_local`. */
export const CASES = defineCases({
  refuses: [
    { params: { chain: '1' }, code: 'NOT_FOUND' },
    { before: [STARTED, STOPPED], params: { chain: '1' }, code: 'NOT_FOUND' },
    { params: { chain: '' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    { before: [STARTED], params: { chain: '1' }, expect: { chain: '1', left: [] } },
    {
      name: 'its name is not given again',
      before: [STARTED, STOPPED, { ...STARTED, expect: { chain: '2' } }],
      params: { chain: '2' },
      expect: { left: [] },
    },
  ],
})
