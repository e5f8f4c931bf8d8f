/** Tell in how many ways k of n can be chosen. */
function choose(n: number, k: number): number {
  let ways = 1
  for (let index = 0; index < k; index += 1) ways = (ways * (n - index)) / (index + 1)
  return ways
}

/**
 * Estimate pass^k of one task: the chance that k trials, each on its own, all succeed, from c successes in n trials, as
 * C(c, k) / C(n, k). Over several tasks it is the mean.
 *
 * @see τ-bench, section 4 (Yao et al. 2024, https://arxiv.org/abs/2406.12045)
 * @throws RangeError unless 0 ≤ successes ≤ trials and 1 ≤ k ≤ trials
 */
export function passHatK(successes: number, trials: number, k: number): number {
  if (![successes, trials, k].every(Number.isInteger) || successes < 0 || successes > trials) {
    throw new RangeError(`${successes} of ${trials} trials cannot succeed`)
  }
  if (k < 1 || k > trials) throw new RangeError(`pass^${k} needs from 1 to ${trials} trials`)
  return choose(successes, k) / choose(trials, k)
}
