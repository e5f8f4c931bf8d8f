import type { ScenarioDocument } from '../../../harness/scenario/scenario-document.ts'
import type { Json } from '../../../tools/core/json.ts'

/** Words that scenarios had at fe529f7, by the words that mean the same today. */
const RENAMED_KEYS: Readonly<Record<string, string>> = { witness: 'secondProvider' }
const RENAMED_VALUES: Readonly<Record<string, string>> = {
  router: 'uniswap-v3.swapRouter',
  positionManager: 'uniswap-v3.positionManager',
}

/** What of an action is the venue's own today. */
const VENUE_KEYS = ['feeTier', 'rangeTicks']

/** Say a case of fe529f7 in today's words, so that both checkouts play the same. */
export const translateCase = (document: ScenarioDocument): ScenarioDocument =>
  translate(document) as ScenarioDocument

function translate(value: Json): Json {
  if (typeof value === 'string') return RENAMED_VALUES[value] ?? value
  if (Array.isArray(value)) return value.map(translate)
  if (value === null || typeof value !== 'object') return value
  const translated = Object.entries(value).map(
    ([key, part]) => [RENAMED_KEYS[key] ?? key, translate(part as Json)] as const,
  )
  const isVenues = ([key]: readonly [string, Json]) => 'kind' in value && VENUE_KEYS.includes(key)
  const venue = translated.filter(isVenues)
  if (venue.length === 0) return Object.fromEntries(translated)
  return {
    ...Object.fromEntries(translated.filter((entry) => !isVenues(entry))),
    venue: { protocol: 'uniswap-v3', ...Object.fromEntries(venue) },
  }
}
