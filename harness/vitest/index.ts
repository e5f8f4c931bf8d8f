export { type AssayFixtures, fixtures } from './fixtures.ts'
export { type AssayMatchers, matchers } from './matchers.ts'
export type { PlayedScenario } from './play-scenario.ts'
