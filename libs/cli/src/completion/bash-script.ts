import type { CommandShape, Offer } from '#completion/command-shapes.ts';

/** What a shell acts on between quotation marks, as a pattern. A name with such a mark is not offered there. */
const actedOnInQuotes = '*[\\$\\`\\\\\\"\\\'\\!]*';

/** How long a shell remembers the names of forms. */
const rememberedSeconds = 60;

/**
 * The function that completes `inlet` in bash, and in zsh, where no variable may be called `path`: it is the search path
 * of programs. Commands and options stand in it, so only the names of forms take a call of the program.
 */
export function bashScript(shapes: readonly CommandShape[]): string {
  const paths = shapes.filter(({ words }) => words.length > 0).map(pathOf);
  return `_inlet() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at="" word i given=0 value=""
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ -n $value ]]; then value=""; continue; fi
    case "$at/$word" in
      ${paths.join(' | ')}) at="$at/$word"; continue ;;
    esac
    case "$at $word" in
${valueLines(shapes)}
      *" -"*) ;;
      *) given=$((given + 1)) ;;
    esac
  done
  if [[ -n $value ]]; then
    case "$value" in
      forms) _inlet_forms "$1" ;;
      files) _inlet_files ;;
      none) ;;
      *) _inlet_words "$value" ;;
    esac
    return
  fi
  if [[ $cur == -* ]]; then
    case "$at" in
${shapes.map(optionLine).join('\n')}
    esac
    return
  fi
  case "$at $given" in
${shapes.flatMap(argumentLines).join('\n')}
  esac
}
_inlet_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}
_inlet_files() {
  compopt -o filenames 2>/dev/null
  local file
  while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$cur")
}
_inlet_forms() {
  local name typed="\${cur//[\\\\\\"\\']/}"
  if [[ -z \${_inlet_forms_at-} ]] || ((SECONDS - _inlet_forms_at >= ${rememberedSeconds})); then
    _inlet_forms_list="$("$1" completion forms 2>/dev/null)"
    _inlet_forms_at=$SECONDS
  fi
  while IFS= read -r name; do
    [[ -n $name && $name == "$typed"* ]] || continue
    if [[ $cur == *[\\"\\']* ]]; then
      [[ $name != ${actedOnInQuotes} ]] || continue
    else
      name="$(printf '%q' "$name")"
    fi
    COMPREPLY+=("$name")
  done <<< "$_inlet_forms_list"
}
complete -F _inlet inlet
`;
}

function pathOf({ words }: Pick<CommandShape, 'words'>): string {
  return words.map((word) => `/${word}`).join('');
}

/** After an option with a value, the next word is that value. */
function valueLines(shapes: readonly CommandShape[]): string {
  const lines = shapes.flatMap((shape) =>
    shape.options.flatMap(({ flags, value }) => {
      if (value === undefined) return [];
      const patterns = flags.map((flag) => `"${pathOf(shape)} ${flag}"`).join(' | ');
      return [`      ${patterns}) value="${value === null ? 'none' : wordOf(value)}" ;;`];
    }),
  );
  return lines.join('\n');
}

function optionLine(shape: CommandShape): string {
  const flags = shape.options.flatMap((option) => option.flags.filter((flag) => flag.startsWith('--')));
  return `      "${pathOf(shape)}") _inlet_words "${flags.join(' ')}" ;;`;
}

/** The first word after a group is a command, and that after a command its first argument. */
function argumentLines(shape: CommandShape): string[] {
  if (shape.commands.length > 0) return [`    "${pathOf(shape)} 0") _inlet_words "${shape.commands.join(' ')}" ;;`];
  return shape.args.flatMap((offer, index) => {
    const action = actionOf(offer);
    return action === null ? [] : [`    "${pathOf(shape)} ${index}") ${action} ;;`];
  });
}

function actionOf(offer: Offer): string | null {
  if (offer === null) return null;
  if (offer === 'forms') return '_inlet_forms "$1"';
  return offer === 'files' ? '_inlet_files' : `_inlet_words "${offer.join(' ')}"`;
}

function wordOf(offer: Exclude<Offer, null>): string {
  return typeof offer === 'string' ? offer : offer.join(' ');
}
