/** What a path leads to; links are followed. */
export type FileKind = 'file' | 'folder' | 'other'

/** What is known of a file or folder. */
export interface FileStat {
  readonly kind: FileKind
  readonly sizeBytes: number
}

/** A member of a folder; a link is not followed. */
export interface FolderEntry {
  readonly name: string
  readonly kind: FileKind | 'link'
}

/** A part of a file's content. */
export interface FilePart {
  readonly bytes: Uint8Array
  /** Size of the whole file. */
  readonly sizeBytes: number
}

/**
 * Files of one workspace. A path is relative to the working folder, or absolute within a folder that is open; whatever
 * links say, nothing beyond these folders is reached. Names that are no UTF-8 are not listed and cannot be named.
 *
 * Every operation throws ToolError of the codes PATH_…, BACKEND_…. A signal keeps it from beginning what it has not begun, and
 * lets go of what can be let go of: who gives one waits for no answer after it.
 */
export interface FileOps {
  /** Read up to `most` bytes from an offset. */
  readFile(
    path: string,
    part: { readonly from: number; readonly most: number },
    signal?: AbortSignal,
  ): Promise<FilePart>
  /** Write a file whole, with the folders above it; others see the old content or the new one. */
  writeFile(path: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void>
  /** Undefined for what does not exist. */
  stat(path: string, signal?: AbortSignal): Promise<FileStat | undefined>
  /** List a folder by the code units of its names. */
  readDir(path: string, signal?: AbortSignal): Promise<readonly FolderEntry[]>
  /** Create a folder, with those above it; one that exists is left as it is. */
  mkdirAll(path: string, signal?: AbortSignal): Promise<void>
  /** Remove a file or an empty folder. */
  remove(path: string, signal?: AbortSignal): Promise<void>
}

/** A program with its arguments; no shell reads them. */
export interface Command {
  readonly program: string
  readonly args: readonly string[]
  /** Variables besides the few that every command has. */
  readonly env?: Readonly<Record<string, string>>
}

/** What a command writes, as it comes. */
export interface OutputChunk {
  readonly stream: 'stdout' | 'stderr'
  readonly bytes: Uint8Array
}

/** How a command ended; 128 and the number of the signal for one that a signal ended, as shells have it. */
export interface CommandResult {
  readonly exitCode: number
}

/** Runs commands in the working folder. They are not confined to it. */
export interface ExecOps {
  /**
   * Run a command to its end, or until the signal kills it. Once this ends, nothing that the command started is alive.
   *
   * @throws ToolError EXEC_UNSUPPORTED, COMMAND_NOT_STARTED, BACKEND_FAILED, BACKEND_DISCONNECTED
   */
  run(
    command: Command,
    onOutput: (chunk: OutputChunk) => void | Promise<void>,
    signal: AbortSignal,
  ): Promise<CommandResult>
}

/** Finds files faster than a walk; what it answers is checked by who asks. */
export interface SearchOps {
  /**
   * List files below a folder of the workspace, by paths relative to that: all but those within `.git`, or of these those
   * in which a regular expression (of Rust's crate `regex`) matches a line. Undefined when the search failed, or something
   * was not readable.
   */
  listFiles(
    folder: string,
    matching: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly string[] | undefined>
}

/** Where tools act. */
export interface ToolBackend {
  /** What errors and owners call it. */
  readonly name: string
  /** The machine on which commands run: that of the agent, or another. */
  readonly machine: 'own' | 'other'
  readonly file: FileOps
  readonly exec: ExecOps
  readonly search?: SearchOps
  /** Give up what it holds open. */
  close(): Promise<void>
}
