import { parseAbi } from 'viem'

/**
 * Functions that hand over more than an amount can bound, or that rest on a signature: no target may receive
 * them, whatever their arguments are.
 */
export const unboundedAbi = parseAbi([
  // ERC-2612, its bytes form (ERC-7597), DAI
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, bytes signature)',
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
  // ERC-3009
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  // Aave: credit delegation by signature
  'function delegationWithSig(address delegator, address delegatee, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  // ERC-777, ERC-1363 and its forerunner
  'function authorizeOperator(address operator)',
  'function approveAndCall(address spender, uint256 value)',
  'function approveAndCall(address spender, uint256 value, bytes data)',
  'function increaseApproval(address spender, uint256 addedValue)',
  // Morpho and Compound by signature
  'struct Authorization { address authorizer; address authorized; bool isAuthorized; uint256 nonce; uint256 deadline; }',
  'struct Signature { uint8 v; bytes32 r; bytes32 s; }',
  'function setAuthorizationWithSig(Authorization authorization, Signature signature)',
  'function allowBySig(address owner, address manager, bool isAllowed, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)',
  // Safe: modules, guards and owners pass every later check
  'function enableModule(address module)',
  'function setGuard(address guard)',
  'function setFallbackHandler(address handler)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function swapOwner(address prevOwner, address oldOwner, address newOwner)',
  'function changeThreshold(uint256 threshold)',
  'function approveHash(bytes32 hashToApprove)',
  // Ownership and upgrades
  'function transferOwnership(address newOwner)',
  'function grantRole(bytes32 role, address account)',
  'function upgradeTo(address newImplementation)',
  'function upgradeToAndCall(address newImplementation, bytes data)',
])

/** Functions that grant authority by one argument and take it back by another. */
export const switchAbi = parseAbi([
  // ERC-721, ERC-1155
  'function setApprovalForAll(address operator, bool approved)',
  // ERC-6909
  'function setOperator(address operator, bool approved)',
  'function approve(address spender, uint256 id, uint256 amount)',
  // Aave variable debt
  'function approveDelegation(address delegatee, uint256 amount)',
  // CoW Protocol
  'function setPreSignature(bytes orderUid, bool signed)',
  // Morpho, Compound III
  'function setAuthorization(address authorized, bool isAuthorized)',
  'function allow(address manager, bool isAllowed)',
])

/** Functions that only take authority back, or hand over votes and no value. */
export const harmlessAbi = parseAbi([
  'function revokeOperator(address operator)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function delegate(address delegatee)',
])
