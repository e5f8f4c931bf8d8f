import { defineBase } from '../../core/base.ts'
import { proxyFactoryAbi, rolesActAbi, rolesEventsAbi, rolesSettingsAbi, rolesStateAbi } from './abi.ts'

const modifierAbi = [...rolesActAbi, ...rolesSettingsAbi, ...rolesStateAbi, ...rolesEventsAbi] as const

/**
 * The Roles modifier and the factory of its proxies on Ethereum (https://github.com/gnosisguild/zodiac), and the modifier that
 * this factory makes on an origin for the Safe which owns cages there.
 */
export const BASE = defineBase({
  id: 'zodiac-roles',
  contracts: {
    mastercopy: { abi: modifierAbi },
    proxyFactory: { abi: proxyFactoryAbi },
    modifier: { abi: modifierAbi },
  },
  addresses: {
    1: {
      mastercopy: '0x9646fDAD06d3e24444381f44362a3B0eB343D337',
      proxyFactory: '0x000000000000aDdB49795b0f9bA5BC298cDda236',
      modifier: '0xFa4d8bc9395698EA336F812642ADeFCdA29ffCAd',
    },
  },
  errors: {
    NOT_A_ROLES_MODIFIER: {
      layer: 'tool',
      message: '{modifier} is no Roles modifier of {safe}: {problem}',
      hint: "name a module of the owner's Safe; wallet_get_safe_info lists them",
    },
    ROLE_TERMS_UNFIT: {
      layer: 'tool',
      message: 'the step "{step}" takes {expected}, found {found}',
      hint: 'only the allowance has an amount and a period',
    },
    ROLE_ALLOWANCE_EXCEEDED: {
      layer: 'tool',
      message: 'the role "{role}" may pay {expected:int} base units of {token} now, found {found:int}',
      hint: 'ask for less, or wait until the allowance is refilled; wallet_get_role_permissions tells when',
    },
    ROLE_MEMBER_REFUSED: {
      layer: 'tool',
      message: "{member} would get a role of the owner's Safe, expected the operator {expected}",
      hint: "the agent's roles are for the account that acts for it",
    },
  },
})
