import {
  at,
  balanceOf,
  type CaseStep,
  type CaseValue,
  callData,
  defineCases,
  kept,
  onChain,
} from '../../core/cases.ts'
import { ORIGIN_ORDERS } from './origin-orders.ts'

const SALE = {
  tokenIn: 'USDC',
  tokenOut: 'WETH',
  amountInBaseUnits: '3000000000',
  startAmountOutBaseUnits: '1010000000000000000',
  endAmountOutBaseUnits: '980000000000000000',
  ttlSeconds: 600,
}

/** The account has an order that it may have signed elsewhere. */
const built = (keep: string, terms: Readonly<Record<string, CaseValue>>): CaseStep => ({
  tool: 'uniswap_build_uniswapx_order',
  params: { ...SALE, ...terms },
  keep,
})

const allow = (amountBaseUnits: string): CaseStep => ({
  tool: 'erc20_approve_spender',
  params: { token: 'USDC', spender: at('permit2'), amountBaseUnits },
})

const bitmapOf = (word: string) =>
  onChain(at('permit2'), 'function nonceBitmap(address owner, uint256 wordPos) view returns (uint256)', [
    at('account'),
    word,
  ])

const allowed = onChain(
  at('USDC'),
  'function allowance(address owner, address spender) view returns (uint256)',
  [at('account'), at('permit2')],
)

const THREE = { orders: [kept('first.order'), kept('rival.order'), kept('second.order')] }

/** Cases of `uniswap_list_open_orders`. */
export const CASES = defineCases({
  refuses: [
    { params: { orders: ['0x'] }, code: 'ORDER_UNKNOWN' },
    { params: { orders: [ORIGIN_ORDERS.steady.order] }, code: 'ORDER_NOT_OWN' },
    { params: { orders: ORIGIN_ORDERS.steady.order }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'none',
      roundTrips: 1,
      expect: { account: at('account'), orders: [], exposures: [], ended: { used: 0, expired: 0 } },
    },
    {
      name: 'two of one nonce and one of another, of which less is allowed than they sell',
      before: [
        allow('4000000000'),
        built('first', { nonce: '300' }),
        built('rival', { nonce: '300', amountInBaseUnits: '2000000000' }),
        built('second', { nonce: '5', ttlSeconds: 6_000 }),
      ],
      params: THREE,
      roundTrips: 1,
      expect: {
        'orders.length': 3,
        'orders.0.orderHash': kept('first.orderHash'),
        'orders.0.swapper': at('account'),
        'orders.0.nonce': '300',
        'orders.0.deadlineSeconds': kept('first.deadlineSeconds'),
        'orders.0.permitId': null,
        'orders.0.tokenIn': at('USDC'),
        'orders.0.symbolIn': 'USDC',
        'orders.0.mostInBaseUnits': '3000000000',
        'orders.0.exposureBaseUnits': '3000000000',
        'orders.0.exposureMicroUsd': '3000000000',
        'orders.0.isPriceStale': false,
        'orders.0.outputs': [
          {
            token: at('WETH'),
            symbol: 'WETH',
            leastBaseUnits: '980000000000000000',
            recipient: at('account'),
          },
        ],
        'orders.1.exposureBaseUnits': '2000000000',
        'orders.2.orderHash': kept('second.orderHash'),
        'exposures.length': 1,
        'exposures.0.token': at('USDC'),
        'exposures.0.mostInBaseUnits': '6000000000',
        'exposures.0.exposureBaseUnits': allowed,
        ended: { used: 0, expired: 0 },
      },
      after: [
        { tool: 'uniswap_cancel_order', params: { order: kept('second.order') } },
        { chain: bitmapOf('0'), expect: { '': '32' } },
        { chain: bitmapOf('1'), expect: { '': '0' } },
        {
          tool: 'uniswap_list_open_orders',
          params: THREE,
          expect: {
            'orders.length': 2,
            'orders.1.orderHash': kept('rival.orderHash'),
            'exposures.0.mostInBaseUnits': '3000000000',
            ended: { used: 1, expired: 0 },
          },
        },
        { tool: 'testnet_time_travel', params: { durationSeconds: 700 } },
        {
          tool: 'uniswap_list_open_orders',
          params: THREE,
          expect: { orders: [], exposures: [], ended: { used: 1, expired: 2 } },
        },
      ],
    },
    {
      name: 'one that sells more than there is, named twice',
      before: [
        {
          tool: 'erc20_approve_spender',
          params: { token: 'USDT', spender: at('permit2'), amountBaseUnits: '5000000' },
        },
        built('greedy', { tokenIn: 'USDT', amountInBaseUnits: '5000000' }),
      ],
      params: { orders: [kept('greedy.order'), kept('greedy.order')] },
      expect: {
        'orders.length': 1,
        'orders.0.mostInBaseUnits': '5000000',
        'orders.0.exposureBaseUnits': balanceOf('USDT', 'account'),
      },
      after: [
        {
          send: {
            from: 'whale',
            to: at('USDT'),
            data: callData('function transfer(address to, uint256 amount)', [at('account'), '1234567']),
          },
        },
        {
          tool: 'uniswap_list_open_orders',
          params: { orders: [kept('greedy.order')] },
          expect: { 'orders.0.exposureBaseUnits': '1234567', 'orders.0.exposureMicroUsd': '1234567' },
        },
      ],
    },
    {
      name: 'by a price of long ago',
      before: [
        allow('4000000000'),
        built('first', {}),
        { tool: 'testnet_set_oracle_price', params: { token: 'USDC', priceUsd: '1', ageSeconds: 100_000 } },
      ],
      params: { orders: [kept('first.order')] },
      expect: {
        'orders.0.isPriceStale': true,
        'exposures.0.exposureMicroUsd': '3000000000',
        'exposures.0.isPriceStale': true,
      },
    },
    {
      name: 'one of which nothing can be taken: Permit2 is allowed nothing',
      before: [built('first', {})],
      params: { orders: [kept('first.order')] },
      expect: { 'orders.length': 1, 'orders.0.exposureBaseUnits': '0', 'orders.0.exposureMicroUsd': '0' },
    },
  ],
})
