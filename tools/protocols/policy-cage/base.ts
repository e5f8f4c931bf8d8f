import { defineBase } from '../../core/base.ts'
import { ownerGateAbi } from '../../core/generated/owner-gate-abi.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'

/** The account that holds the funds, and the gate through which its owner acts; each agent has its own. */
export const BASE = defineBase({
  id: 'policy-cage',
  contracts: { cage: { abi: policyCageAbi }, gate: { abi: ownerGateAbi } },
  errors: {
    CAGE_ALREADY_PAUSED: {
      layer: 'tool',
      message: 'the cage {cage} is paused already',
      hint: 'exits are open; only its owner resumes it: safety_unpause_cage',
    },
    APPROVAL_ENDED: {
      layer: 'tool',
      message:
        'an approval with the nonce {nonce} was carried out or given up at the gate {gate}, expected one that is open',
      hint: 'nothing has to be given up; safety_list_owner_approvals tells what became of it',
    },
    APPROVER_IS_A_KEY: {
      layer: 'tool',
      message:
        'the owner {owner} of the gate {gate} is a key, expected a contract account that the stack can ask',
      hint: 'let that key send invalidate({nonce}) to the gate itself: it takes no call but from its owner',
    },
    FUNDING_NOT_ALLOWED: {
      layer: 'tool',
      message:
        'the gate {gate} may take {found:int} base units of {token} from {owner}, needed {expected:int}',
      hint: 'let the owner approve the gate for this amount, from an account that has it, and ask again',
    },
    POSITION_TOKEN_NOT_COUNTED: {
      layer: 'tool',
      message: 'the cage counts nothing of token {tokenId} of {collection}',
      hint: 'have the cage count it first: wallet_absorb_cage_position',
    },
    POSITION_TOKEN_NOT_HELD: {
      layer: 'tool',
      message: 'token {tokenId} of {collection} belongs to {found}, expected {expected}',
      hint: 'name a token that the cage holds: safety_get_cage_policy lists the positions that it counts',
    },
  },
})
