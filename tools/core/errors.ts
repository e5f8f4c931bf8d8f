import { formatAmount, formatUsdc, type TokenAmount } from './amount.ts'
import type { Layer } from './layers.ts'

/**
 * Every error code that goes back to the model: its message template, the way out, and the layer that
 * usually raises it. Templates carry what was expected and what was found; `{name:usdc}`, `{name:amount}` and
 * `{name:int}` say what a number is, so that no amount is written without its unit.
 */
export const TOOL_ERRORS = {
  // schema and profile
  INVALID_PARAMS: {
    layer: 'schema',
    message: '{path}: {problem}',
    hint: 'correct the named parameter; amounts are decimal strings in base units',
  },
  UNKNOWN_ACTION_KIND: {
    layer: 'profile',
    message: 'unknown action kind "{kind}"{suggestion}',
    hint: 'use one of the kinds that this profile offers: {known}',
  },
  VENUE_NOT_AVAILABLE: {
    layer: 'profile',
    message: 'action kind "{kind}" is not served by venue {venue}',
    hint: 'name one of these under venue.protocol: {known}',
  },
  VENUE_AMBIGUOUS: {
    layer: 'profile',
    message: 'the position of action kind "{kind}" lies in {found}, expected one venue',
    hint: 'name the one that is meant under venue.protocol',
  },
  UNKNOWN_QUERY: {
    layer: 'profile',
    message: 'unknown query "{query}"{suggestion}',
    hint: 'use a read tool of this profile',
  },
  TOOL_NOT_AVAILABLE: {
    layer: 'profile',
    message: 'tool "{tool}" is not part of profile {profile}{suggestion}',
    hint: 'choose a tool of the profile, or start the agent with another profile',
  },
  OUTPUT_INVALID: {
    layer: 'tool',
    message: 'tool {tool} answered with data that does not fit its own schema: {problem}',
    hint: 'this is a defect of the tool; report it',
  },
  CHAIN_NOT_SUPPORTED: {
    layer: 'tool',
    message: '{tool} supports chains {supported}, found chain {chainId}',
    hint: 'use a tool that supports this chain',
  },
  PROTOCOL_NOT_DEPLOYED: {
    layer: 'tool',
    message: '{protocol} is not known on chain {chainId}',
    hint: 'choose a chain or a protocol that is deployed',
  },
  TICK_BUDGET_EXCEEDED: {
    layer: 'tool',
    message: '{tool} took longer than its budget of {budgetMs} ms',
    hint: 'try again with a smaller request',
  },
  TOOL_FAILED: {
    layer: 'tool',
    message: '{tool} failed: {reason}',
    hint: 'see the reason; the chain was not changed',
  },
  // tools
  UNKNOWN_TOKEN: {
    layer: 'tool',
    message: 'unknown token "{token}" on chain {chainId}{suggestion}',
    hint: 'use a symbol of data_search_tokens or the address of an ERC-20 contract',
  },
  SAME_TOKEN: {
    layer: 'tool',
    message: 'tokenIn and tokenOut are both {token}',
    hint: 'choose two different tokens',
  },
  ZERO_AMOUNT: { layer: 'tool', message: '{parameter} is zero', hint: 'give an amount above zero' },
  POSITION_NOT_FOUND: {
    layer: 'tool',
    message: 'position {positionId} does not exist',
    hint: 'list the positions of the account',
  },
  POSITION_NOT_OWNED: {
    layer: 'tool',
    message: 'position {positionId} belongs to {found}, expected {expected}',
    hint: 'act on a position of the own account only',
  },
  POSITION_NOT_EMPTY: {
    layer: 'tool',
    message: 'position {positionId} still holds {found}, expected nothing',
    hint: 'remove its liquidity and collect before burning',
  },
  INSUFFICIENT_LIQUIDITY: {
    layer: 'tool',
    message: '{subject} has {found:int}, needed {expected:int}',
    hint: 'use a smaller amount',
  },
  UNLIMITED_APPROVAL: {
    layer: 'tool',
    message: 'approval of {amount:int} base units is unlimited',
    hint: 'approve the exact amount of the action',
  },
  QUOTE_FAILED: {
    layer: 'tool',
    message: 'no quote for {pair}: {reason}',
    hint: 'check the pair, the fee tier and the amount',
  },
  NO_PRICE: {
    layer: 'tool',
    message: 'no USD price for {token}: {reason}',
    hint: 'use a token with a price feed',
  },
  NOT_FOUND: {
    layer: 'tool',
    message: '{subject} not found: {reason}',
    hint: 'check the identifier',
  },
  CHAIN_READ_FAILED: {
    layer: 'chain',
    message: 'reading {subject} failed: {reason}',
    hint: 'the node did not answer as expected; try again',
  },
  CHAIN_TIMEOUT: {
    layer: 'chain',
    message: 'no answer on {subject} within {expected} ms',
    hint: 'the node hangs; nothing was done, try again or use another node',
  },
  WRONG_CHAIN: {
    layer: 'chain',
    message: 'the node is of chain {found}, expected {expected}',
    hint: 'the owner has to check which node the agent is connected to; nothing was sent',
  },
  PROVIDERS_DISAGREE: {
    layer: 'chain',
    message: 'of {subject} one provider says {expected}, the other {found}',
    hint: 'nothing is done until both agree; one of them lags or lies',
  },
  CONTROL_NOT_AVAILABLE: {
    layer: 'tool',
    message: "{operation} needs a chain under the harness' control",
    hint: 'run with the dev profile on a local fork',
  },
  MEMORY_NOT_ENABLED: {
    layer: 'tool',
    message: 'this agent has no long-term memory',
    hint: 'use search_context, or start the agent with the learning profile',
  },
  UNEXPLAINED_DELTA: {
    layer: 'books',
    message: 'the account holds {found:amount}, at least {expected:amount} must be there',
    hint: 'something moved funds without the agent: the halt was set; find out what it was',
  },
  WITHDRAWAL_NOT_FINAL: {
    layer: 'books',
    message: 'one provider alone says that the owner took {found:amount} out, and it is not final yet',
    hint: 'only exits pass until it is 12 blocks deep; with a second provider nothing has to wait',
  },
  // halt and permits
  HALTED: {
    layer: 'halt',
    message: 'the emergency halt is latched since {since}',
    hint: 'only the owner can clear the latch',
  },
  PAUSE_UNEXPLAINED: {
    layer: 'halt',
    message: 'the cage was found paused by what this store knows nothing of',
    hint: 'a halt may be missing in the store, so it was set again; only the owner can clear it',
  },
  HALT_NOT_LATCHED: {
    layer: 'halt',
    message: 'there is no halt to clear, or not the one of {expected}',
    hint: 'look at the status; an approval holds for one halt only',
  },
  HALT_UNDER_WAY: {
    layer: 'halt',
    message: 'the halt is being carried out',
    hint: 'wait for its report before it is cleared',
  },
  LIMITS_OUT_OF_ORDER: {
    layer: 'spending-limiter',
    message: '{limit} of {found:usdc} is more than {by} of {expected:usdc}',
    hint: 'hot lane ≤ per transaction ≤ per day',
  },
  PERMIT_UNKNOWN: {
    layer: 'permit',
    message: 'permit {permitId} does not exist',
    hint: 'preview the action first and commit the permit it returns',
  },
  PERMIT_EXPIRED: {
    layer: 'permit',
    message: 'permit {permitId} expired: {clock} clock is at {now}, valid before {expiry}',
    hint: 'preview the action again',
  },
  PERMIT_NOT_PENDING: {
    layer: 'permit',
    message: 'permit {permitId} is {found}, expected pending',
    hint: 'a permit is used once; preview the action again',
  },
  PERMIT_CLOCKS_DIVERGED: {
    layer: 'permit',
    message: 'wall clock and chain clock differ by {found} s, allowed {expected} s',
    hint: 'wait until the head is fresh',
  },
  PERMIT_PHASE_CHANGED: {
    layer: 'permit',
    message: 'permit {permitId} was issued in phase epoch {expected}, now {found}',
    hint: 'preview the action again in the current phase',
  },
  PERMIT_POLICY_CHANGED: {
    layer: 'permit',
    message: 'permit {permitId} was issued under policy {expected}, now {found}',
    hint: 'preview the action again under the current policy',
  },
  PERMIT_NONCE_USED: {
    layer: 'permit',
    message: 'permit {permitId} is bound to nonce {expected:int}, the account is at {found:int}',
    hint: 'preview the action again',
  },
  PERMIT_FEE_EXCEEDED: {
    layer: 'permit',
    message: 'the base fee is {found:int} wei, permit {permitId} pays at most {expected:int} wei',
    hint: 'commit again when the base fee has fallen, or preview the action again at the fee of now',
  },
  FEE_ABOVE_CEILING: {
    layer: 'permit',
    message: 'a unit of gas costs {found:int} wei now, the policy pays at most {expected:int} wei',
    hint: 'wait until the base fee has fallen; only the owner can raise the ceiling',
  },
  PERMIT_UNRESOLVED: {
    layer: 'permit',
    message: 'permit {permitId} was used and its transaction is not settled: {found}',
    hint: 'nothing else is sent until it is; recovery runs before each action, try again later',
  },
  ACCOUNT_FENCED: {
    layer: 'permit',
    message: 'the account is at nonce {found}, by this store at {expected}: somebody else signs for it',
    hint: 'an operator key belongs to one agent: stop the other one, or change a stolen key; the owner can claim the account again',
  },
  ACCOUNT_NOT_CLAIMED: {
    layer: 'permit',
    message:
      'the account acted before and this store knows nothing of it, so that no {actionClass} is allowed',
    hint: 'bring back the store that acted; or the owner claims the account for this one: halt, clear the halt, unpause',
  },
  ACCOUNT_BEHIND: {
    layer: 'permit',
    message: 'the account is at nonce {found}, {expected} was reached before',
    hint: 'the node lags, or the chain was reorganised: transactions that fell out are sent again as they were',
  },
  SIMULATION_HASH_MISMATCH: {
    layer: 'permit',
    message: 'simulation hash is {found}, permit {permitId} holds {expected}',
    hint: 'the action or its targets changed since the preview; preview again',
  },
  // phase
  PHASE_FORBIDS_CLASS: {
    layer: 'phase',
    message: 'phase {phase} does not allow {actionClass}',
    hint: 'only {allowed} are allowed now',
  },
  PHASE_FORBIDS_RISK: {
    layer: 'phase',
    message: 'phase {phase} does not allow tools of risk tier {riskTier}',
    hint: 'use a tool of a lower risk tier',
  },
  PHASE_UNKNOWN: {
    layer: 'phase',
    message: 'phase is unknown ({found}): {actionClass} is not allowed, exits and halt only',
    hint: 'the owner has to restore the phase store',
  },
  // sandbox
  SANDBOX_MODULE_CHANGED: {
    layer: 'sandbox',
    message: 'module of {tool} has SHA-256 {found}, pinned {expected}',
    hint: 'the module is not the one that was reviewed; the owner has to review it',
  },
  SANDBOX_MODULE_REJECTED: {
    layer: 'sandbox',
    message: 'module of {tool} is not accepted: {problem}',
    hint: 'build it for WebAssembly 1.0 with one exported memory',
  },
  SANDBOX_IMPORT_NOT_ALLOWED: {
    layer: 'sandbox',
    message: 'module of {tool} imports {imports}, which the sandbox does not offer',
    hint: 'import only the functions of the host module, with their types',
  },
  SANDBOX_FUEL_EXHAUSTED: {
    layer: 'sandbox',
    message: '{tool} used up its fuel of {expected}',
    hint: 'try again with a smaller request',
  },
  SANDBOX_TIMED_OUT: {
    layer: 'sandbox',
    message: '{tool} took longer than {expected} ms',
    hint: 'try again with a smaller request',
  },
  SANDBOX_TRAPPED: {
    layer: 'sandbox',
    message: '{tool} trapped: {reason}',
    hint: 'this is a defect of the module; use another tool',
  },
  SANDBOX_POINTER_OUT_OF_RANGE: {
    layer: 'sandbox',
    message: '{tool} gave {place} a range outside of its memory or input',
    hint: 'this is a defect of the module; use another tool',
  },
  SANDBOX_TOO_LARGE: {
    layer: 'sandbox',
    message: '{subject} has {found} bytes, {tool} is allowed {expected}',
    hint: 'try again with a smaller request',
  },
  SANDBOX_OUTPUT_REJECTED: {
    layer: 'sandbox',
    message: '{tool} answered something that may not leave the sandbox: {problem}',
    hint: 'this is a defect of the module; use another tool',
  },
  SANDBOX_REQUEST_NOT_ALLOWED: {
    layer: 'sandbox',
    message: '{tool} asks for the action {kind}, it may ask for: {expected}',
    hint: 'its registration names the actions that it may ask for',
  },
  SANDBOX_SPEND_EXCEEDED: {
    layer: 'sandbox',
    message:
      'what {tool} asks for would spend {found:usdc} in {span}, its registration allows {expected:usdc}',
    hint: 'ask for less; the owner bounds what an untrusted tool may ask for',
  },
  SANDBOX_TOLERANCE_EXCEEDED: {
    layer: 'sandbox',
    message: '{tool} asks for a tolerance of {found:int} bps, its registration allows {expected:int} bps',
    hint: 'ask for a narrower one; the owner bounds what an untrusted tool may ask for',
  },
  SANDBOX_NO_REQUEST: {
    layer: 'sandbox',
    message: '{tool} asks for no action',
    hint: 'read its answer; there is nothing to preview',
  },
  SANDBOX_FAILED: {
    layer: 'sandbox',
    message: 'the sandbox ended {tool}: {reason}',
    hint: 'nothing it answered was used',
  },
  // hooks
  CAGE_TARGET_NOT_ALLOWED: {
    layer: 'policy-cage',
    message: 'the cage does not allow {selector} on {target}',
    hint: 'act through an approved target',
  },
  CAGE_RECIPIENT_NOT_ALLOWED: {
    layer: 'policy-cage',
    message: 'the cage does not allow transfers to {recipient}',
    hint: 'the owner can add a recipient through the timelock',
  },
  CAGE_ASSET_NOT_ALLOWED: {
    layer: 'policy-cage',
    message: 'the cage does not hold asset {token}',
    hint: 'use an approved asset',
  },
  CAGE_POSITION_CAP: {
    layer: 'policy-cage',
    message: 'position in {token} would be {found:usdc}, capped at {expected:usdc}',
    hint: 'use a smaller amount',
  },
  CAGE_DRAWDOWN: {
    layer: 'policy-cage',
    message: 'drawdown would be {found:int} bps, allowed {expected:int} bps',
    hint: 'only exits are allowed in a drawdown breach',
  },
  CAGE_REBALANCE_INTERVAL: {
    layer: 'policy-cage',
    message: 'next rebalance is allowed at {expected:int}, now {found:int}',
    hint: 'wait for the interval to pass',
  },
  CAGE_WINDOW_SPEND: {
    layer: 'policy-cage',
    message: "the cage's rolling spend would be {found:usdc}, capped at {expected:usdc}",
    hint: 'wait for earlier spend to leave the window',
  },
  CAGE_WINDOW_LOSS: {
    layer: 'policy-cage',
    message: "the cage's rolling loss would be {found:usdc}, capped at {expected:usdc}",
    hint: 'exits stay possible; wait for earlier losses to leave the window',
  },
  CAGE_PRICE_UNAVAILABLE: {
    layer: 'policy-cage',
    message: 'the cage has no fresh price for {token}',
    hint: 'wait for the feed; exits stay possible',
  },
  CAGE_GUARDIAN_SIGNATURE: {
    layer: 'policy-cage',
    message: "the guardian's signature is not one that the cage takes",
    hint: 'compare the guardian of the cage with that of the policy, then preview again',
  },
  CAGE_PAUSED: { layer: 'policy-cage', message: 'the cage is paused', hint: 'only exits are allowed' },
  CAGE_SPENDER_NOT_ALLOWED: {
    layer: 'policy-cage',
    message: 'the cage does not allow {spender} to spend {token}',
    hint: 'approve contracts that the cage lists',
  },
  CAGE_VALUE_LOSS: {
    layer: 'policy-cage',
    message: 'the action would lose {found:usdc} at feed prices, allowed {expected:usdc}',
    hint: 'the price is far from the feed, or value leaves the cage; check both',
  },
  CAGE_REJECTED: {
    layer: 'policy-cage',
    message: 'the cage rejects the action: {reason}',
    hint: 'see the reason',
  },
  CAGE_UNVERIFIABLE: {
    layer: 'policy-cage',
    message: 'the cage could not be consulted: {reason}',
    hint: 'without its answer every action is denied',
  },
  TARGET_NOT_ALLOWED: {
    layer: 'allowlist-guard',
    message: '{target} is not an allowed target on chain {chainId}',
    hint: 'use a protocol of the allowlist',
  },
  SELECTOR_NOT_ALLOWED: {
    layer: 'allowlist-guard',
    message: 'selector {selector} is not allowed on {target}',
    hint: 'use an allowed function',
  },
  UNDECODABLE_CALL: {
    layer: 'allowlist-guard',
    message: 'call {index} to {target} with selector {selector} cannot be decoded',
    hint: 'every call must be decodable; what is not understood is denied',
  },
  RECIPIENT_NOT_ALLOWED: {
    layer: 'allowlist-guard',
    message: 'recipient {recipient} is not on the allowlist{lookalike}',
    hint: 'send to an allowlisted recipient only',
  },
  BENEFICIARY_NOT_ALLOWED: {
    layer: 'allowlist-guard',
    message: 'position {id} of {protocol} belongs to {found}, expected {expected}',
    hint: 'change positions of the own account only',
  },
  SPENDER_NOT_ALLOWED: {
    layer: 'allowlist-guard',
    message: 'spender {spender} is not on the allowlist{lookalike}',
    hint: 'approve allowlisted contracts only',
  },
  TOKEN_NOT_ALLOWED: {
    layer: 'allowlist-guard',
    message: 'token {token} is not an allowed asset',
    hint: 'use an allowed asset',
  },
  IMPLEMENTATION_CHANGED: {
    layer: 'allowlist-guard',
    message: '{target} points to {found}, reviewed was {expected}',
    hint: 'the contract was upgraded: review the new implementation before using it',
  },
  CODE_HASH_CHANGED: {
    layer: 'allowlist-guard',
    message: 'code hash of {target} is {found}, pinned {expected}',
    hint: 'the contract changed; the owner has to review it',
  },
  DECIMALS_CHANGED: {
    layer: 'allowlist-guard',
    message: '{token} says that it has {found} decimals, reviewed were {expected}',
    hint: 'its amounts would be misread; the owner has to review it',
  },
  AUTHORITY_NOT_ALLOWED: {
    layer: 'allowlist-guard',
    message: '{authority} is always denied',
    hint: 'grant exact amounts to one spender instead',
  },
  SIGNATURE_NOT_UNDERSTOOD: {
    layer: 'allowlist-guard',
    message: 'typed data {primaryType} is not understood: {problem}',
    hint: 'only permits and orders of known types are signed',
  },
  SIGNATURE_CHAIN: {
    layer: 'allowlist-guard',
    message: 'the signature would hold on chain {found}, expected {expected}',
    hint: 'sign for this chain only; a domain without a chain holds on every one',
  },
  SIGNATURE_CONTRACT_NOT_ALLOWED: {
    layer: 'allowlist-guard',
    message: '{contract} is no contract whose {primaryType} may be signed',
    hint: 'sign for a contract that keeps allowances, an allowed asset or an allowed spender only',
  },
  ALLOWANCE_DEADLINE: {
    layer: 'allowlist-guard',
    message: 'the allowance would hold until {found:int}, allowed until {expected:int}',
    hint: 'let it expire sooner',
  },
  SIGNATURE_DEADLINE: {
    layer: 'allowlist-guard',
    message: 'the signature would hold until {found:int}, allowed until {expected:int}',
    hint: 'give it a deadline that is near',
  },
  SIGNATURE_OWNER: {
    layer: 'allowlist-guard',
    message: 'the signature speaks for {found}, expected {expected}',
    hint: 'sign for the own account only',
  },
  SPEND_PER_TRANSACTION: {
    layer: 'spending-limiter',
    message: 'spend is {found:usdc}, limit per transaction is {expected:usdc}',
    hint: 'use a smaller amount',
  },
  SPEND_PER_DAY: {
    layer: 'spending-limiter',
    message:
      'spend in the last 24 h, with allowances that live on, would be {found:usdc}, limit is {expected:usdc}',
    hint: 'wait for earlier spend to leave the window, revoke allowances, or use a smaller amount',
  },
  GUARDIAN_REQUIRED: {
    layer: 'guardian',
    message: 'spend of {found:usdc} is above the hot lane of {expected:usdc} and no guardian signed',
    hint: 'use a smaller amount or start the safety guardian',
  },
  GUARDIAN_REFUSED: {
    layer: 'guardian',
    message: 'the guardian refused: {reason}',
    hint: 'the guardian decodes the exact bytes on its own; see its reason',
  },
  GUARDIAN_UNREACHABLE: {
    layer: 'guardian',
    message: 'the guardian gave no answer: {reason}',
    hint: 'use a smaller amount, or see to the guardian; silence is never consent',
  },
  PRICE_MISSING: {
    layer: 'spending-limiter',
    message: 'no price for {token}: {reason}',
    hint: 'an asset without two sources of its price cannot be risked',
  },
  PRICE_DIVERGED: {
    layer: 'spending-limiter',
    message: 'the two sources of the price of {token} differ by {found:int} bps, allowed {expected:int} bps',
    hint: 'one of them is wrong, and nobody knows which; exits stay possible',
  },
  SEQUENCER_DOWN: {
    layer: 'spending-limiter',
    message: 'prices cannot be trusted: {reason}',
    hint: 'wait until the sequencer has been up for its grace period; exits stay possible',
  },
  PRICE_STALE: {
    layer: 'spending-limiter',
    message: 'price of {token} is {found:int} s old, allowed {expected:int} s',
    hint: 'wait for the feed to update; exits stay possible',
  },
  RATE_LIMITED: {
    layer: 'rate-limiter',
    message: '{found} calls in {windowSeconds} s, allowed {expected}',
    hint: 'wait; failed calls count too',
  },
  SIMULATION_REVERTED: {
    layer: 'simulator',
    message: 'the action reverts: {reason}',
    hint: 'see the revert reason; nothing was sent',
  },
  SIMULATION_UNAVAILABLE: {
    layer: 'simulator',
    message: 'the action could not be simulated: {reason}',
    hint: 'without a simulation every action is denied',
  },
  SIMULATION_DRIFT: {
    layer: 'simulator',
    message:
      'the account would change by {found:amount}, expected {expected:amount} within {toleranceBps} bps',
    hint: 'the market moved since the preview; preview again',
  },
  TOLERANCE_TOO_WIDE: {
    layer: 'simulator',
    message: 'the action tolerates {found} bps, the owner allows {expected} bps',
    hint: 'choose less slippage, or split the action; only the owner can allow more',
  },
  EXPECTATION_UNEXPLAINED: {
    layer: 'simulator',
    message: 'the account would change by {found:amount}, the plan expects no change',
    hint: 'the action has an effect that its plan does not state',
  },
  TRANSFERS_CONTRADICTED: {
    layer: 'simulator',
    message: 'the account would change by {found:amount}, the events of the token claim {claimed:amount}',
    hint: 'the token lies about its transfers: leave it alone',
  },
  HALLUCINATED_ADDRESS: {
    layer: 'hallucination-detector',
    message: '{parameter} is {found}, which is no contract on this chain{lookalike}',
    hint: 'use an address that a tool returned',
  },
  HALLUCINATED_CLAIM: {
    layer: 'hallucination-detector',
    message: 'claimed {subject} is {found}, the chain shows {expected}',
    hint: 'read the state before acting on it',
  },
  HALLUCINATED_BALANCE: {
    layer: 'hallucination-detector',
    message: 'the action needs {expected:amount}, the account holds {found:amount}',
    hint: 'read the balance first',
  },
  RESULT_LEAKS_SECRET: {
    layer: 'result-filter',
    message: 'the result contains secret material ({label})',
    hint: 'the result was withheld',
  },
  HOOK_FAILED: {
    layer: 'policy-cage',
    message: 'hook {hook} failed: {reason}',
    hint: 'a hook that throws, times out or is missing denies',
  },
  // capability, custody, chain
  CAPABILITY_INVALID: {
    layer: 'capability',
    message: 'capability is {problem}',
    hint: 'only the safety layer mints capabilities, one for each committed permit',
  },
  APPROVAL_MISSING: {
    layer: 'capability',
    message: "{tool} needs the owner's approval",
    hint: 'ask the owner to sign for these very parameters; nothing else can give the approval',
  },
  APPROVAL_NOT_CONFIGURED: {
    layer: 'capability',
    message: '{tool} needs an owner who can approve, and the policy names none',
    hint: 'let an OwnerGate own the cage and name it and its owner in the policy',
  },
  APPROVAL_MISMATCH: {
    layer: 'capability',
    message: 'the approval is for {field} {found}, expected {expected}',
    hint: 'an approval holds for one tool, its exact parameters, one account, chain and policy; ask for a new one',
  },
  APPROVAL_EXPIRED: {
    layer: 'capability',
    message: 'the approval was worth something before {expected:int}, now {found:int}',
    hint: 'ask the owner for a new one',
  },
  APPROVAL_USED: {
    layer: 'capability',
    message: 'the approval with nonce {nonce:int} was used',
    hint: 'an approval is used once, whatever came of it; ask the owner for a new one',
  },
  APPROVAL_NOT_SIGNED: {
    layer: 'capability',
    message: 'the approval is not signed by {owner}, or by too few of its owners',
    hint: 'the owner of the gate has to sign; a Safe needs its threshold',
  },
  WALLET_NOT_CONFIGURED: {
    layer: 'custody',
    message: 'no transaction executor is configured',
    hint: 'configure a signer',
  },
  SIGNER_FAILED: {
    layer: 'custody',
    message: 'the signer failed: {reason}',
    hint: 'nothing was sent; check the signer and preview again',
  },
  SIGNER_TIMED_OUT: {
    layer: 'custody',
    message: 'the signer did not answer within {timeoutMs} ms',
    hint: 'nothing was sent, and a late answer is thrown away; preview again',
  },
  SIGNER_WRONG_KEY: {
    layer: 'custody',
    message: 'the transaction is signed by {found}, expected {expected}',
    hint: 'nothing was sent; configure the signer of the account that the policy names',
  },
  SIGNED_BYTES_DIFFER: {
    layer: 'custody',
    message: 'signed {field} is {found}, requested {expected}',
    hint: 'nothing was sent; the signer changed the transaction and must not be trusted',
  },
  SAFE_THRESHOLD_NOT_MET: {
    layer: 'custody',
    message: '{found} of the owners of Safe {safe} signed, expected {expected:int}',
    hint: 'nothing was sent; see to the signers of the other owners and preview again',
  },
  SAFE_OUTCOME_UNKNOWN: {
    layer: 'chain',
    message:
      'transaction {hash} reverted, yet nonce {nonce:int} of Safe {safe} is used: somebody else relayed it',
    hint: 'the spend stays reserved; reconcile with the chain before acting again',
  },
  KEYSTORE_INVALID: {
    layer: 'custody',
    message: 'the keystore is unusable: {problem}',
    hint: 'expected an encrypted key of Web3 Secret Storage version 3, as geth and `assay keystore new` write it',
  },
  KEYSTORE_PASSWORD: {
    layer: 'custody',
    message: 'the password does not open the keystore',
    hint: 'give the password of this file; a changed file looks the same',
  },
  TRANSACTION_REVERTED: {
    layer: 'chain',
    message: 'transaction {hash} reverted: {reason}',
    hint: 'the permit is used up; preview again',
  },
  BROADCAST_FAILED: {
    layer: 'chain',
    message: 'broadcast failed: {reason}',
    hint: 'the signed bytes are kept; recovery resends the same bytes',
  },
  TRANSACTION_PENDING: {
    layer: 'chain',
    message: 'transaction {hash} is sent but not mined: {reason}',
    hint: 'the permit is used up; recovery settles it, nothing else is sent before',
  },
  STORE_CORRUPT: {
    layer: 'permit',
    message: 'safety store {path}: expected an intact store, found {found}',
    hint: 'the file was left as it is; restore it from a backup or move it away',
  },
  STORE_ALTERED: {
    layer: 'permit',
    message: 'the safety store is not what its log says: {where} is {found}, expected {expected}',
    hint: 'exits only, until the owner restores the store from a backup',
  },
  STORE_LOCKED: {
    layer: 'permit',
    message: 'safety store {path} is held by another process',
    hint: 'one agent runs on a store; stop the other one',
  },
  STORE_FAILED: {
    layer: 'permit',
    message: 'the durable store failed: {reason}',
    hint: 'without a durable record nothing is done',
  },
  SECRET_AT_SINK: {
    layer: 'taint',
    message: 'secret material ({label}) may not go to {sink}',
    hint: 'leave it out; no tool needs a secret',
  },
  UNTRUSTED_CHOICE: {
    layer: 'taint',
    message: '{role} {found} was chosen by untrusted data: it is known from {source} only',
    hint: 'use a value of the policy; the owner can endorse another',
  },
  TOOL_CHANGED: {
    layer: 'profile',
    message: 'tool {tool} is not the one that was approved: expected {expected}, found {found}',
    hint: 'the owner has to review its definition and approve it again',
  },
  AUDIT_TAMPERED: {
    layer: 'audit',
    message: 'audit log, {where}: expected {expected}, found {found}',
    hint: 'nothing is done on a log that was changed; see `assay audit verify`',
  },
  CHECKPOINTS_CORRUPT: {
    layer: 'audit',
    message: 'line {line} of the checkpoints: expected a checkpoint, found {found}',
    hint: 'the file was left as it is; restore it from a copy',
  },
  CHECKPOINT_FAILED: {
    layer: 'audit',
    message: 'the checkpoint could not be written: {reason}',
    hint: 'without checkpoints outside nothing is done; mend the place they go to',
  },
} as const satisfies Record<string, ErrorSpec>

/** What one code says: templates of message and way out, and the layer that usually raises it. */
export interface ErrorSpec {
  readonly layer: Layer
  readonly message: string
  readonly hint: string
}

/** A code of the table of the stack itself; a protocol's own codes stand in its base. */
export type ToolErrorCode = keyof typeof TOOL_ERRORS

/** What an argument may be, by the kind that its placeholder names. */
interface ArgumentKinds {
  readonly text: string | number
  /** USDC base units. */
  readonly usdc: bigint
  readonly amount: TokenAmount
  /** A whole number that is no amount: a nonce, a time, gas, wei. */
  readonly int: number | bigint
}

/** An argument of an error. */
export type ToolErrorArgument = ArgumentKinds[keyof ArgumentKinds]

type Placeholders<Text extends string> = Text extends `${string}{${infer Placeholder}}${infer Rest}`
  ? Placeholder | Placeholders<Rest>
  : never
type NameOf<Placeholder> = Placeholder extends `${infer Name}:${string}` ? Name : Placeholder
type KindOf<Placeholder> = Placeholder extends `${string}:${infer Kind}` ? Kind : 'text'

/** The arguments of an error, typed from its templates. */
export type ErrorArguments<Spec extends ErrorSpec> = {
  readonly [Placeholder in Placeholders<Spec['message'] | Spec['hint']> as NameOf<Placeholder> &
    string]: KindOf<Placeholder> extends keyof ArgumentKinds ? ArgumentKinds[KindOf<Placeholder>] : never
}

/** The arguments of a code of the table. */
export type ToolErrorArguments<Code extends ToolErrorCode> = ErrorArguments<(typeof TOOL_ERRORS)[Code]>

/** How an error differs from what its code usually says. */
export interface ToolErrorOptions {
  readonly layer?: Layer
  readonly cause?: unknown
}

function writeArgument(value: ToolErrorArgument | undefined, kind: string | undefined): string {
  if (typeof value === 'object') return formatAmount(value)
  return kind === 'usdc' && typeof value === 'bigint' ? formatUsdc(value) : String(value ?? '')
}

const fill = (template: string, args: Readonly<Record<string, ToolErrorArgument>>) =>
  template.replaceAll(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, kind?: string) =>
    writeArgument(args[name], kind),
  )

/**
 * An expected failure of a tool or a denial; it goes back to the model as `code`, `layer`, message and hint.
 *
 * @example throw new ToolError('ZERO_AMOUNT', { parameter: 'amountInBaseUnits' })
 */
export class ToolError<Code extends string = string> extends Error {
  override readonly name = 'ToolError'
  readonly code: Code
  readonly layer: Layer
  readonly args: Readonly<Record<string, ToolErrorArgument>>
  readonly shortMessage: string
  readonly hint: string
  readonly #spec: ErrorSpec

  /** The spec is that of a protocol's own code; those of the table need none. */
  constructor(
    code: Code,
    args: Code extends ToolErrorCode ? ToolErrorArguments<Code> : Readonly<Record<string, ToolErrorArgument>>,
    ...[options = {}]: Code extends ToolErrorCode
      ? [options?: ToolErrorOptions]
      : [options: ToolErrorOptions & { readonly spec: ErrorSpec }]
  ) {
    const spec = 'spec' in options ? (options.spec as ErrorSpec) : TOOL_ERRORS[code as ToolErrorCode]
    const shortMessage = fill(spec.message, args)
    const hint = fill(spec.hint, args)
    super(`${code}: ${shortMessage}\n  do: ${hint}`, { cause: options.cause })
    this.code = code
    this.layer = options.layer ?? spec.layer
    this.args = args
    this.shortMessage = shortMessage
    this.hint = hint
    this.#spec = spec
  }

  /** The same error with other arguments and without its cause. */
  withArguments(args: ToolError['args']): ToolError {
    return new ToolError<string>(this.code, args, { layer: this.layer, spec: this.#spec })
  }
}

/** Find the ToolError that an error is, or that it came from. */
export function findToolError(cause: unknown): ToolError | undefined {
  let found = cause
  while (found instanceof Error && !(found instanceof ToolError)) found = found.cause
  return found instanceof ToolError ? found : undefined
}

/** Render "; did you mean …" for error templates, or an empty string. */
export const renderSuggestion = (nearest: string | undefined) =>
  nearest === undefined ? '' : `; did you mean "${nearest}"?`
