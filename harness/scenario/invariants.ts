/** A law that the safety stack keeps, whatever happens. */
export interface Invariant {
  readonly group: string
  readonly law: string
}

/** The invariants by id; scenarios, properties and tests cite them. */
export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  I1: { group: 'spending', law: 'Spend in every (t−86,400, t] ≤ limit; exact equality accepted' },
  I2: { group: 'spending', law: "Every transaction's counted spend ≤ per-tx limit" },
  I3: { group: 'spending', law: 'Above hot lane, singly or cumulatively, guardian signed those bytes' },
  I4: { group: 'spending', law: 'Counted spend ≥ authority lost' },
  I5: { group: 'spending', law: 'Bundle = sum of leaves; one denied or undecodable leaf denies all' },
  I6: {
    group: 'spending',
    law: 'reserved+spent+free = limit; each reservation settles once; reverts still pay gas',
  },
  I7: { group: 'spending', law: 'Live allowances plus signatures ≤ authority budget' },
  I8: { group: 'spending', law: 'Rounding never favours the agent, beyond 2^53 too' },
  I9: { group: 'spending', law: 'Rescaling decimals leaves USD unchanged' },
  I10: { group: 'spending', law: 'Missing, zero, stale, divergent price denies risk' },
  I11: { group: 'spending', law: 'Tightening never enlarges the accepted set' },
  I12: { group: 'spending', law: 'Limits survive restart, failover, key rotation' },
  I13: { group: 'permit', law: 'One consumption and one account-nonce per permit, forever' },
  I14: { group: 'permit', law: 'Commit only if issued ≤ now < issued+60 s, both clocks' },
  I15: { group: 'permit', law: 'Mined transaction equals previewed fields' },
  I16: { group: 'permit', law: 'Any flipped bit rejects' },
  I17: { group: 'permit', law: 'Re-simulation out of tolerance rejects; min-out on-chain' },
  I18: { group: 'permit', law: 'Code hash and implementation unchanged' },
  I19: { group: 'permit', law: 'Changed chain, account, policy, phase epoch kills permit' },
  I20: { group: 'permit', law: 'Nothing executes after deadline' },
  I21: { group: 'permit', law: 'Terminal permit states never leave' },
  I22: { group: 'capability', law: 'Copies, proxies, JSON, other realms never verify' },
  I23: { group: 'capability', law: 'Consumed before effect; stays consumed after throw, revert, timeout' },
  I24: { group: 'capability', law: 'Child ⊆ parent; revocation transitive; bound to tool' },
  I25: { group: 'capability', law: 'Without capability: no key, RPC, fs, env, network' },
  I26: { group: 'phase', law: 'Accept implies matrix[current phase][class]' },
  I27: { group: 'phase', law: 'Class follows decoded effects' },
  I28: { group: 'phase', law: 'Unknown phase, class or input: exits and halt only' },
  I29: { group: 'phase', law: 'Downgrade immediate, upgrade after dwell, Terminal absorbing' },
  I30: {
    group: 'cage',
    law: 'After every vault transaction: assets, position, drawdown, interval hold; HWM never falls',
  },
  I31: { group: 'cage', law: 'No module, delegatecall, callback, 1271 or 7702 path skips checks' },
  I32: { group: 'cage', law: 'Only timelock loosens; tightening immediate' },
  I33: { group: 'cage', law: 'Deposits, donations, flash loans move neither drawdown nor verdict' },
  I34: { group: 'cage', law: 'Risk-reducing exits succeed in breach' },
  I35: { group: 'cage', law: 'Off-chain accepts ⊆ on-chain accepts' },
  I36: { group: 'hooks', law: 'Accept iff all seven accept' },
  I37: { group: 'hooks', law: 'Hooks and signer see identical frozen bytes' },
  I38: { group: 'hooks', law: '≤N calls per window, failures included' },
  I39: { group: 'hooks', law: 'Every address matches 20 bytes, chainId, code hash' },
  I40: { group: 'hooks', law: 'Simulations under varied environments agree' },
  I41: { group: 'taint, wasm', law: 'Twin runs differing only in secrets: identical outputs' },
  I42: {
    group: 'taint, wasm',
    law: "Untrusted data never picks recipient, spender, target, amount unendorsed; an exit's amount alone is free where all returns to the account",
  },
  I43: { group: 'taint, wasm', law: 'No canary, any encoding, reaches any sink' },
  I44: { group: 'taint, wasm', law: 'Same module, input, fuel: same outcome; bounded; host survives' },
  I45: { group: 'taint, wasm', law: 'Only listed imports; output schema-checked, untrusted' },
  I46: { group: 'halt', law: 'After latch only halt-set signatures; survives restart; idempotent' },
  I47: {
    group: 'halt',
    law: "Under any single fault a halt has paused and disarmed within the policy's K blocks",
  },
  I48: { group: 'halt', law: 'No pre-halt signature, allowance or pending transaction executes afterwards' },
  I49: { group: 'audit, truth', law: 'Durable entry precedes effect; permits and consumptions 1:1' },
  I50: { group: 'audit, truth', law: 'Edit, deletion, reorder, truncation, fork, rehash detected' },
  I51: {
    group: 'audit, truth',
    law: 'kill −9 anywhere loses no acknowledged entry; recovery equals uninterrupted run',
  },
  I52: { group: 'audit, truth', law: 'Verdict recomputed on reorg; final only when finalized' },
  I53: {
    group: 'audit, truth',
    law: 'An unexplained loss of units halts; an explained one blocks risk until the owner clears it; a gift does neither',
  },
  I54: { group: 'audit, truth', law: 'Same seed, same trace hash' },
  I55: {
    group: 'one provider, halt',
    law: 'Nothing that lowers a counted number, ends a reservation, sets a fee or starts a halt rests on one provider',
  },
  I56: {
    group: 'one provider, halt',
    law: 'With store, audit and lease failing and one node lying, a halt still pauses the cage within K blocks, under the fee ceiling',
  },
  I57: {
    group: 'one provider, halt',
    law: 'Disarmed ⇔ an independent enumeration finds no live authority; complete ⇔ also no exposure that an exit could reduce',
  },
  I58: {
    group: 'one provider, halt',
    law: 'What the guardian signed in any window is bounded by its own ledger; above its hot lane the cage accepts nothing without its signature',
  },
  I59: {
    group: 'one provider, halt',
    law: 'A restricting fact (phase, epoch, halt, limits, marks, pins) that is missing or altered in the store denies risk when it opens',
  },
  I60: { group: 'effects', law: "A plan's class is at least as strict as that of each of its parts" },
  I61: {
    group: 'effects',
    law: "No call's beneficiary, by address or by id, gains but the account and approved recipients",
  },
  I62: { group: 'effects', law: 'Live allowances + open pledges + spend of the window ≤ limit' },
  I63: { group: 'effects', law: 'Nobody but the owner widens a tolerance' },
  I64: { group: 'positions', law: 'What a reader says is what is observed, at every block' },
  I65: {
    group: 'positions',
    law: 'Nothing counts twice; what an allowed selector creates counts, or is refused',
  },
  I66: {
    group: 'positions',
    law: 'Gifts, donations, spot moves, index jumps and income inside a bundle raise no limit and no mark, and offset no loss',
  },
  I67: {
    group: 'positions',
    law: 'What happens between actions changes counted value by its true amount, within 10 bps',
  },
  I68: { group: 'positions', law: 'A lot grows only in an approved place' },
  I69: { group: 'positions', law: 'Below the least health only what raises it passes' },
  I70: {
    group: 'positions',
    law: 'A pledge is spend when made; none is honoured after a pause or its deadline',
  },
  I71: {
    group: 'positions',
    law: 'Every unwind step passes a paused cage within the gas limit, whatever readers do',
  },
  I72: {
    group: 'harness',
    law: 'A verdict is about the stack: a dead node, an interrupt or malformed input is neither a finding nor a pass',
  },
}

/** Ids in the order of the list. */
export const INVARIANT_IDS: readonly string[] = Object.keys(INVARIANTS)
