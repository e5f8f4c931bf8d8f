import { at, type CaseStep, type CaseValue, defineCases, kept, matching, onChain } from '../../core/cases.ts'

const ZERO_SALT = `0x${'00'.repeat(32)}`

/** A template is deployed at an address that is mined for it: `deployed` is what is told of it then. */
const deployed = (
  template: string,
  given: readonly CaseValue[],
  permissions: readonly string[],
): readonly CaseStep[] => [
  { tool: 'hook_get_template', params: { template, arguments: given }, keep: 'made' },
  {
    tool: 'hook_mine_address',
    params: { permissions, initCodeHash: kept('made.initCodeHash') },
    keep: 'mined',
  },
  {
    tool: 'hook_get_template',
    params: { template, arguments: given, salt: kept('mined.salt') },
    expect: { 'deployment.hook': kept('mined.hook') },
    keep: 'deployed',
  },
  {
    send: {
      from: 'trader',
      to: kept('deployed.deployment.deployer'),
      data: kept('deployed.deployment.data'),
    },
  },
  {
    tool: 'hook_decode_permissions',
    params: { hook: kept('deployed.deployment.hook') },
    expect: { permissions, isValid: true },
  },
]

const hookShows = (view: string, args: readonly CaseValue[] = []) =>
  onChain(kept('deployed.deployment.hook'), `function ${view}`, args)

/** Cases of `hook_get_template`. */
export const CASES = defineCases({
  refuses: [
    { params: { template: 'no-such-hook' }, code: 'INVALID_PARAMS' },
    { params: { template: 'swap-counter', arguments: ['1'] }, code: 'INVALID_PARAMS' },
    { params: { template: 'top-of-block-fee', arguments: ['3000'] }, code: 'INVALID_PARAMS' },
    { params: { template: 'top-of-block-fee', arguments: ['3000', '16777216'] }, code: 'INVALID_PARAMS' },
    { params: { template: 'top-of-block-fee', arguments: ['3000', ['500']] }, code: 'INVALID_PARAMS' },
    { params: { template: 'allow-list', arguments: [at('owner'), at('lp')] }, code: 'INVALID_PARAMS' },
    { params: { template: 'allow-list', arguments: ['0x12', []] }, code: 'INVALID_PARAMS' },
    { params: { template: 'swap-counter', salt: ZERO_SALT }, code: 'INVALID_PARAMS' },
    { params: { template: 'swap-counter', arguments: [], salt: ZERO_SALT }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'its source and code',
      params: { template: 'swap-counter' },
      roundTrips: 0,
      expect: {
        contract: 'SwapCounterHook',
        permissions: ['afterSwap'],
        source: matching('^// SPDX-License-Identifier: MIT\\npragma solidity'),
        'compiler.evmVersion': 'cancun',
        creationCode: matching('^0x[0-9a-f]{200,}$'),
        initCode: null,
        initCodeHash: null,
        deployment: null,
      },
    },
    {
      name: 'one that counts is deployed where it was mined',
      params: { template: 'swap-counter', arguments: [] },
      roundTrips: 0,
      expect: { initCode: matching('^0x[0-9a-f]{200,}$') },
      after: [
        ...deployed('swap-counter', [], ['afterSwap']),
        {
          chain: hookShows('poolManager() view returns (address)'),
          expect: { '': at('uniswap-v4.poolManager') },
        },
        {
          tool: 'hook_scan_bytecode',
          params: { hook: kept('deployed.deployment.hook') },
          expect: { operations: [], callCount: 0, ownerFunctions: [] },
        },
      ],
    },
    {
      name: 'one that says fees has those that were given',
      params: { template: 'top-of-block-fee', arguments: ['10000', '500'] },
      roundTrips: 0,
      expect: { 'parameters.1.name': 'firstFee' },
      after: [
        ...deployed('top-of-block-fee', ['10000', '500'], ['beforeInitialize', 'beforeSwap']),
        { chain: hookShows('firstFee() view returns (uint24)'), expect: { '': 10_000 } },
        { chain: hookShows('nextFee() view returns (uint24)'), expect: { '': 500 } },
      ],
    },
    {
      name: 'one with a list has all of it',
      params: { template: 'allow-list', arguments: [at('owner'), [at('lp'), at('trader')]] },
      roundTrips: 0,
      expect: { isOwned: true },
      after: [
        ...deployed(
          'allow-list',
          [at('owner'), [at('lp'), at('trader')]],
          ['beforeAddLiquidity', 'beforeSwap'],
        ),
        { chain: hookShows('owner() view returns (address)'), expect: { '': at('owner') } },
        { chain: hookShows('isAllowed(address) view returns (bool)', [at('trader')]), expect: { '': true } },
        { chain: hookShows('isAllowed(address) view returns (bool)', [at('whale')]), expect: { '': false } },
      ],
    },
  ],
})
