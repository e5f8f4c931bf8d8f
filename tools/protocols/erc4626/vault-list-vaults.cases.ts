import { at, callData, defineCases } from '../../core/cases.ts'
import { LENDING, SAVINGS } from './origin-vaults.ts'

/** Deploys a token that claims 200 decimals and takes every other call, and where it comes to stand. */
const ODD_TOKEN = '0x576251801D6fA83EBbe38C0e894a292fee5620b9'
const DEPLOY_ODD_TOKEN = `0x${'00'.repeat(32)}6c60c85f526005361060051b5ff35f52600d6013f3`

/** Cases of `vault_list_vaults`. */
export const CASES = defineCases({
  refuses: [
    { params: { asset: 'USDX' }, code: 'UNKNOWN_TOKEN' },
    { params: { blocks: 10_001 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'those that are known, and those that the factory made',
      roundTrips: 7,
      expect: {
        totalFound: 3,
        'vaults.0.vault': LENDING,
        'vaults.1.vault': SAVINGS,
        'vaults.1.symbol': 'sUSDC',
        'vaults.1.isListed': true,
        'vaults.2.symbol': 'oDAI',
        'vaults.2.isListed': false,
        'vaults.2.realisedAprBps': null,
      },
    },
    {
      name: 'those of one asset',
      params: { asset: 'DAI' },
      roundTrips: 5,
      expect: { totalFound: 1, 'vaults.0.asset': at('DAI'), 'vaults.0.totalSharesBaseUnits': '0' },
    },
    {
      name: 'one of a token whose amounts mean nothing stands in the way of none',
      before: [
        {
          send: {
            from: 'trader',
            to: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
            data: DEPLOY_ODD_TOKEN,
          },
        },
        {
          send: {
            from: 'trader',
            to: at('erc4626.factory'),
            data: callData('function createMetaMorpho(address, uint256, address, string, string, bytes32)', [
              at('trader'),
              '86400',
              ODD_TOKEN,
              'Nothing',
              'nothing',
              `0x${'00'.repeat(32)}`,
            ]),
          },
        },
      ],
      roundTrips: 7,
      expect: { totalFound: 4, 'vaults.length': 3, 'unread.length': 1 },
    },
    {
      name: 'none',
      params: { asset: 'WETH' },
      expect: { totalFound: 0, vaults: [] },
    },
  ],
})
