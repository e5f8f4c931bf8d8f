import { defineBase } from '../../core/base.ts'
import { factoryAbi, morphoAbi, publicAllocatorAbi, vaultAbi } from './abi.ts'

/**
 * MetaMorpho's factory and one of its vaults, Steakhouse's of USDC, and what reallocates for anyone
 * (https://docs.morpho.org/get-started/resources/addresses).
 */
export const BASE = defineBase({
  id: 'metamorpho',
  contracts: {
    factory: { abi: factoryAbi },
    usdcVault: { abi: vaultAbi },
    vault: { abi: vaultAbi },
    market: { abi: morphoAbi },
    publicAllocator: { abi: publicAllocatorAbi },
  },
  addresses: {
    1: {
      factory: '0xA9c3D3a366466Fa809d1Ae982Fb2c46E5fC41101',
      usdcVault: '0xBEEF01735c132Ada46AA9aA4c54623cAA92A64CB',
      publicAllocator: '0xfd32fA2ca22c76dD6E550706Ad913FC6CE91c75D',
    },
  },
  errors: {
    NOT_A_METAMORPHO: {
      layer: 'tool',
      message: '{vault} is no MetaMorpho vault: {problem}',
      hint: 'list vaults with vault_list_vaults',
    },
    VAULT_ROLE_MISSING: {
      layer: 'tool',
      message: '{account} is not {role} of vault {vault}',
      hint: 'morpho_get_vault_config tells who has which role; only the owner of the vault grants them',
    },
    VAULT_MARKET_UNFIT: {
      layer: 'tool',
      message: 'vault {vault} does not take market {market}: {problem}',
      hint: 'morpho_get_vault_config tells its queues, caps and what is pending',
    },
    NOTHING_PENDING: {
      layer: 'tool',
      message: 'nothing waits for market {market} in vault {vault}',
      hint: 'morpho_get_vault_config with the market under markets tells what is pending',
    },
    TIMELOCK_NOT_OVER: {
      layer: 'tool',
      message: 'the cap of market {market} can be accepted from {expected:int} on, now it is {found:int}',
      hint: 'wait until then; until then its guardian can veto it',
    },
    VAULT_ALREADY_SET: {
      layer: 'tool',
      message: 'vault {vault} is set like that already: {found}',
      hint: 'nothing has to be done',
    },
  },
})
