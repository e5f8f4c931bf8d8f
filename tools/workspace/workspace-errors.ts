import { defineErrors } from '../core/errors/define-errors.ts'
import { type ErrorArguments, ToolError } from '../core/errors.ts'

/** Codes of the workspace tools and of what they stand on. */
export const WORKSPACE_ERRORS = defineErrors('tool', {
  PATH_INVALID: {
    message: 'the path {path} {problem}',
    hint: 'name a file of the workspace by at most 4096 bytes of well-formed text, 255 a name',
  },
  PATH_OUTSIDE: {
    message: '{path} lies outside of the workspace',
    hint: 'stay within the working folder; the owner decides which other folders are open',
  },
  PATH_PROTECTED: {
    message: '{path} is a file of the agent itself',
    hint: 'keys, store, config and tools of the agent are never opened by a workspace tool',
  },
  PATH_FORBIDDEN: {
    message: 'the system does not give access to {path}',
    hint: 'its permissions are for the owner of the machine to change',
  },
  PATH_LOOP: {
    message: '{path} goes through more than {expected} symbolic links',
    hint: 'name the file itself',
  },
  PATH_NOT_FOUND: { message: '{path} does not exist', hint: 'look with find what there is' },
  PATH_NOT_FOLDER: { message: '{path} goes through a file as if it were a folder', hint: 'name a folder' },
  PATH_NOT_FILE: { message: '{path} is a {found}, expected a file', hint: 'name a file' },
  PATH_NOT_EMPTY: { message: 'the folder {path} is not empty', hint: 'remove first what lies in it' },
  ROOT_INVALID: { message: 'the root {path} {problem}', hint: 'name a folder by its absolute path' },
  ROOT_HOLDS_SECRETS: {
    message: '{path}, a file of the agent itself, lies within the root {root}',
    hint: 'choose a root that holds none of its keys, its store, its config and its files of tools',
  },
  TEXT_INVALID: {
    message: '{path} is neither text (UTF-8) nor an image that is known',
    hint: 'text, PNG, JPEG, GIF and WebP can be read',
  },
  FILE_TOO_LARGE: {
    message: '{path} has {found} bytes, expected at most {expected}',
    hint: 'read a part of it by lines, or search it with grep',
  },
  LINE_TOO_LONG: {
    message: 'line {line} of {path} has more than {expected} bytes',
    hint: 'read on with the line after it, or search it with grep',
  },
  LINE_NOT_FOUND: {
    message: '{path} has {found} lines, there is no line {line}',
    hint: 'read from a line that there is',
  },
  EDIT_NOT_FOUND: {
    message: 'the text to replace does not stand in {path}',
    hint: 'give it exactly as read shows it, with its spaces and line ends',
  },
  EDIT_NOT_UNIQUE: {
    message: 'the text to replace stands more than once in {path}, expected once',
    hint: 'give more of what stands around it',
  },
  EDIT_CHANGES_NOTHING: {
    message: 'the text to replace and what replaces it are the same in {path}',
    hint: 'there is nothing to do',
  },
  PATTERN_INVALID: {
    message: 'the pattern {problem}',
    hint: 'use literals, classes, groups, alternatives and quantifiers; neither look-around nor back-references',
  },
  SEARCH_TIMED_OUT: {
    message: 'the search did not end within {expected} ms',
    hint: 'search a smaller folder, or fewer files by a glob; of a long file, a line nearer to its begin',
  },
  CALL_TIMED_OUT: {
    message: 'the call did not end within {expected} ms',
    hint: 'nothing was changed; the backend may be slow, or there no more',
  },
  CALL_STOPPED: { message: 'the call was stopped', hint: 'nothing was changed' },
  WRITE_UNCERTAIN: {
    message: 'it is not known whether {path} was written',
    hint: 'the call was cut short while it wrote; read the file before it is written again',
  },
  COMMAND_TIMED_OUT: {
    message: 'the command did not end within {expected} ms; it and all that it started were killed',
    hint: 'give it more time, or less to do',
  },
  COMMAND_STOPPED: { message: 'the command was stopped', hint: 'it and all that it started were killed' },
  COMMAND_UNENDED: {
    message: 'the command was to end, and the backend {backend} did not say within {expected} ms that it had',
    hint: 'it may go on; find out what it did and does before it is run again',
  },
  COMMAND_FAILED: { message: 'the command ended with exit code {found}', hint: 'see its output' },
  COMMAND_NOT_STARTED: {
    message: '{program} was not started: {reason}',
    hint: 'name a program that there is',
  },
  EXEC_UNSUPPORTED: {
    message: 'the backend {backend} runs no commands',
    hint: 'use a backend on a machine',
  },
  WORKSPACE_NOT_AVAILABLE: {
    message: 'the config names workspace tools, and this process offers none',
    hint: 'start the agent where they are offered, or leave the section out',
  },
  EXEC_BESIDE_KEYS: {
    message: '{tool} runs commands on the machine that holds the keys of the agent',
    hint: 'no command is confined to a folder; name other tools, or a backend on another machine',
  },
  BACKEND_BESIDE_KEYS: {
    message: 'the host {host} is the machine that holds the keys of the agent',
    hint: 'use the backend local, which knows the files of the agent, or another machine',
  },
  BACKEND_FAILED: { message: 'the backend {backend} failed: {reason}', hint: 'see the reason' },
  BACKEND_DISCONNECTED: {
    message: 'the backend {backend} is not connected: {reason}',
    hint: 'what was begun may have been done; the next call connects again',
  },
  HOST_KEY_UNKNOWN: {
    message: 'the host shows the key {found}, expected {expected}',
    hint: 'nothing was sent; the owner has to find out whose key that is',
  },
  TOOL_FILE_INVALID: { message: '{path}: {problem}', hint: 'mend the file of tools' },
  TOOL_UNKNOWN: {
    message: 'there is no tool {tool}{suggestion}',
    hint: 'use one of the tools that are listed',
  },
  ARGUMENT_INVALID: { message: 'the argument {path} {problem}', hint: 'see the schema of the tool' },
  TOOLS_NOT_CHAINED: {
    message: '{tool} cannot take {parameter} from the tool before it',
    hint: 'name a parameter of its schema that is a text',
  },
})

/** A code of the workspace tools. */
export type WorkspaceErrorCode = keyof typeof WORKSPACE_ERRORS

/** Create an error of the workspace tools. */
export const workspaceError = <Code extends WorkspaceErrorCode>(
  code: Code,
  args: ErrorArguments<(typeof WORKSPACE_ERRORS)[Code]>,
  cause?: unknown,
): ToolError =>
  new ToolError<string>(code, args, {
    spec: WORKSPACE_ERRORS[code],
    ...(cause === undefined ? {} : { cause }),
  })
