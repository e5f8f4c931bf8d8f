import { between, defineCases } from '../../core/cases.ts'
import { FAILED_OPERATION, SENDER, SUCCEEDED_OPERATION } from './origin-operations.ts'

const of = (userOpHash: string) => ({ userOpHash, blocks: 10_000 })

/** Cases of `wallet_get_user_operation`. */
export const CASES = defineCases({
  refuses: [
    { params: { userOpHash: '0x1234' }, code: 'INVALID_PARAMS' },
    { params: { ...of(SUCCEEDED_OPERATION), blocks: 10_001 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'one that succeeded',
      params: of(SUCCEEDED_OPERATION),
      expect: {
        status: 'succeeded',
        'operation.sender': SENDER,
        'operation.nonce': '0',
        'operation.paymaster': null,
        'operation.deployedAccount': false,
        'operation.revertReason': null,
        'operation.gasUsed': between('50000', '450000'),
        // At a base fee of 1 gwei and a tip of 1 gwei.
        'operation.gasCostWei': between('100000000000000', '900000000000000'),
      },
    },
    {
      name: 'one whose call failed',
      params: of(FAILED_OPERATION),
      expect: {
        status: 'reverted',
        'operation.sender': SENDER,
        'operation.nonce': '1',
        'operation.revertReason': { $matches: '.+' },
      },
    },
    {
      name: 'one that these blocks do not hold',
      params: { userOpHash: SUCCEEDED_OPERATION, blocks: 1 },
      expect: { status: 'unseen', operation: null },
    },
  ],
})
