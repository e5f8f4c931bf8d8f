import { at, between, defineCases } from '../../core/cases.ts'
import { borrowAs, enterEMode, supplyAs, switchCollateral, TRADER_BORROWS } from './past-steps.ts'

const account = at('trader')

/** Cases of `aave_simulate_health_factor`. */
export const CASES = defineCases({
  refuses: [
    { params: { actions: [{ action: 'supply', token: 'USDC' }] }, code: 'INVALID_PARAMS' },
    {
      params: { actions: [{ action: 'repay', token: 'USDC', amountBaseUnits: '1' }] },
      code: 'INVALID_PARAMS',
    },
    { params: { priceMoves: [{ token: 'NOPRICE', changeBps: 1 }] }, code: 'RESERVE_NOT_FOUND' },
    { params: { eModeCategory: 7 }, code: 'NOT_FOUND' },
  ],
  serves: [
    {
      name: 'a price move',
      before: TRADER_BORROWS,
      params: { account, priceMoves: [{ token: 'WETH', changeBps: -5_000 }] },
      roundTrips: 3,
      expect: {
        'before.healthFactor': between(2.0749, 2.0751),
        'after.healthFactor': between(1.0374, 1.0376),
        'after.collateralUsd': between(14_999, 15_001),
      },
    },
    {
      name: 'a token that becomes worthless',
      before: TRADER_BORROWS,
      params: { account, priceMoves: [{ token: 'WETH', changeBps: -10_000 }] },
      expect: { 'before.healthFactor': between(2.0749, 2.0751), 'after.healthFactor': '0' },
    },
    {
      name: 'actions in their order',
      before: TRADER_BORROWS,
      params: {
        account,
        actions: [
          { action: 'borrow', token: 'DAI', amountBaseUnits: '3000000000000000000000' },
          { action: 'repay', token: 'USDC', amountBaseUnits: '9000000000' },
          { action: 'withdraw', token: 'WETH', amountBaseUnits: '5000000000000000000' },
        ],
      },
      expect: { 'after.debtUsd': between(5_999, 6_001), 'after.healthFactor': between(2.0749, 2.0751) },
    },
    {
      name: 'the other state comes by itself: what is read agrees with what is computed',
      before: [
        ...supplyAs('trader', 'DAI', '10000000000000000000000'),
        enterEMode('trader', 1),
        borrowAs('trader', 'USDC', '9000000000'),
      ],
      params: { account, eModeCategory: 0 },
      expect: {
        'before.liquidationThresholdBps': 9_500,
        'before.healthFactor': between(1.0555, 1.0556),
        'after.liquidationThresholdBps': 8_000,
        'after.healthFactor': between(0.8888, 0.8889),
      },
      after: [
        {
          tool: 'aave_get_health_factor',
          params: { account },
          expect: { healthFactor: between(1.0555, 1.0556) },
        },
      ],
    },
    {
      name: 'a supply beside an isolated collateral, which secures nothing',
      before: [...supplyAs('trader', 'USDT', '1000000000'), switchCollateral('trader', 'USDT', true)],
      params: {
        account,
        actions: [{ action: 'supply', token: 'DAI', amountBaseUnits: '1000000000000000000000' }],
      },
      expect: { 'before.collateralUsd': between(999, 1_001), 'after.collateralUsd': between(999, 1_001) },
      after: [
        ...supplyAs('trader', 'DAI', '1000000000000000000000'),
        {
          tool: 'aave_get_account_data',
          params: { account },
          expect: { collateralUsd: between(999, 1_001) },
        },
      ],
    },
    {
      name: 'collateral that is switched off',
      before: TRADER_BORROWS,
      params: { account, actions: [{ action: 'disable', token: 'WETH' }] },
      expect: { 'after.collateralUsd': '0', 'after.healthFactor': '0' },
    },
  ],
})
