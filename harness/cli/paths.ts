import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { IS_INSTALLED } from '../record/program.ts'

/** Root of the project. */
export const PROJECT_ROOT = join(import.meta.dirname, '../..')

/** Where people's own lies: what is in the folder of an installed package is gone with the next installation. */
const OWN_ROOT = IS_INSTALLED ? process.cwd() : PROJECT_ROOT

/** What a worker thread runs. */
export const WORKER_ENTRY = pathToFileURL(join(PROJECT_ROOT, 'bin/worker.mjs'))

/** Where caches and sockets of running nodes are kept. */
export const STATE_DIR = join(PROJECT_ROOT, '.assay')

/** Where the scenarios of the project are. */
export const SCENARIOS_DIR = join(PROJECT_ROOT, 'scenarios')

/** Where the scenarios are that people wrote. */
export const SCRIPTED_DIR = join(SCENARIOS_DIR, 'scripted')

/** Where scenarios are that belong to a person's own work; those of the project, in a checkout. */
export const OWN_SCENARIOS_DIR = join(OWN_ROOT, 'scenarios')

/** Where a scenario is written that is named without a path. */
export const NEW_SCENARIOS_DIR = join(OWN_SCENARIOS_DIR, 'scripted')

/** Where the tasks for models are. */
export const GOALS_DIR = join(SCENARIOS_DIR, 'goals')

/** Where failures that were found are kept as scenarios. */
export const REGRESSIONS_DIR = join(OWN_SCENARIOS_DIR, 'regressions')

/** Where runs are written. */
export const RUNS_DIR = join(OWN_ROOT, 'reports', 'runs')

/** Where the baseline is that nobody named. */
export const BASELINE_FILE = join(OWN_ROOT, 'reports', 'baseline.json')
