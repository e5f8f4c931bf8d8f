import { defineBase } from '../../core/base.ts'
import {
  aTokenAbi,
  dataProviderAbi,
  debtTokenAbi,
  gatewayAbi,
  oracleAbi,
  poolAbi,
  rateStrategyAbi,
  rewardsAbi,
} from './abi.ts'
import { REASONS } from './reasons.ts'

/** Aave V3 (https://aave.com/docs/resources/addresses; checked against @bgd-labs/aave-address-book). */
export const BASE = defineBase({
  id: 'aave-v3',
  contracts: {
    pool: { abi: poolAbi },
    dataProvider: { abi: dataProviderAbi },
    oracle: { abi: oracleAbi },
    rewards: { abi: rewardsAbi },
    gateway: { abi: gatewayAbi },
    rateStrategy: { abi: rateStrategyAbi },
    aToken: { abi: aTokenAbi },
    debtToken: { abi: debtTokenAbi },
  },
  addresses: {
    1: {
      pool: '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2',
      dataProvider: '0x0a16f2FCC0D44FaE41cc54e079281D84A363bECD',
      oracle: '0x54586bE62E3c3580375aE3723C145253060Ca0C2',
      rewards: '0x8164Cc65827dcFe994AB23944CBC90e0aa80bFcb',
      gateway: '0xd01607c3C5eCABa394D8be377a08590149325722',
    },
    10: {
      pool: '0x794a61358D6845594F94dc1DB02A252b5b4814aD',
      dataProvider: '0x243Aa95cAC2a25651eda86e80bEe66114413c43b',
      oracle: '0xD81eb3728a631871a7eBBaD631b5f424909f0c77',
      rewards: '0x929EC64c34a17401F460460D4B9390518E5B473e',
      gateway: '0x5f2508cAE9923b02316254026CD43d7902866725',
    },
    137: {
      pool: '0x794a61358D6845594F94dc1DB02A252b5b4814aD',
      dataProvider: '0x243Aa95cAC2a25651eda86e80bEe66114413c43b',
      oracle: '0xb023e699F5a33916Ea823A16485e259257cA8Bd1',
      rewards: '0x929EC64c34a17401F460460D4B9390518E5B473e',
      gateway: '0xBC302053db3aA514A3c86B9221082f162B91ad63',
    },
    8453: {
      pool: '0xA238Dd80C259a72e81d7e4664a9801593F98d1c5',
      dataProvider: '0x0F43731EB8d45A581f4a36DD74F5f358bc90C73A',
      oracle: '0x2Cc0Fc26eD4563A5ce5e8bdcfe1A2878676Ae156',
      rewards: '0xf9cc4F0D883F1a1eb2c253bdb46c254Ca51E1F44',
      gateway: '0xa0d9C1E9E48Ca30c8d8C3B5D69FF5dc1f6DFfC24',
    },
    42161: {
      pool: '0x794a61358D6845594F94dc1DB02A252b5b4814aD',
      dataProvider: '0x243Aa95cAC2a25651eda86e80bEe66114413c43b',
      oracle: '0xb56c2F0B653B2e0b10C9b928C8580Ac5Df02C7C7',
      rewards: '0x929EC64c34a17401F460460D4B9390518E5B473e',
      gateway: '0x5283BEcEd7ADF6D003225C13896E536f2D4264FF',
    },
    43114: {
      pool: '0x794a61358D6845594F94dc1DB02A252b5b4814aD',
      dataProvider: '0x243Aa95cAC2a25651eda86e80bEe66114413c43b',
      oracle: '0xEBd36016B3eD09D4693Ed4251c67Bd858c3c7C9C',
      rewards: '0x929EC64c34a17401F460460D4B9390518E5B473e',
      gateway: '0x2825cE5921538d17cc15Ae00a8B24fF759C6CDaE',
    },
  },
  reasons: REASONS,
  errors: {
    RESERVE_NOT_FOUND: {
      layer: 'tool',
      message: 'Aave V3 has no reserve of {token}',
      hint: 'list the reserves with aave_list_reserves',
    },
    RESERVE_CLOSED: {
      layer: 'tool',
      message: 'the reserve of {token} is {problem}: it takes no {action}',
      hint: 'choose another reserve, or wait until it opens',
    },
    UNPRICED_ACCOUNT: {
      layer: 'tool',
      message: 'the oracle of Aave V3 does not price all that {account} has',
      hint: 'wait until its feeds answer; see aave_get_oracle_prices',
    },
    HEALTH_FACTOR_TOO_LOW: {
      layer: 'tool',
      message: 'the health factor would be {found}, at least {expected} is asked for',
      hint: 'use a smaller amount, add collateral or repay first',
    },
    BORROW_REFUSED: {
      layer: 'tool',
      message: 'Aave V3 does not lend the account {token}: {problem}',
      hint: 'borrow another token, or end first what is in the way; see aave_get_isolation_status',
    },
    NOT_COLLATERAL: {
      layer: 'tool',
      message: '{token} cannot secure what the account owes: {problem}',
      hint: 'supply it with asCollateral false, or switch the other collateral off first',
    },
    NOT_LIQUIDATABLE: {
      layer: 'tool',
      message: '{borrower} has a health factor of {found}, expected one below 1',
      hint: 'find accounts with aave_list_liquidatable_accounts',
    },
    NOTHING_THERE: {
      layer: 'tool',
      message: 'the account has no {what} of {token}',
      hint: 'read what it has with aave_get_user_reserves',
    },
  },
})
