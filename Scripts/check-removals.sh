#!/usr/bin/env bash
# Holds docs/what-is-removed.md against the sources: each call that removes, replaces or cuts a file, or changes who may use
# it, has a line there that says why its target is the program's own, and each line has its call.
#
#     check-removals.sh           compares, and says what is missing on either side
#     check-removals.sh --list    prints the calls that there are, as `file` | `call`
set -euo pipefail
cd "$(dirname "$0")/.."
page=docs/what-is-removed.md

swift_calls='(unlink|unlinkat|rmdir|rename|renameat|renameat2|chmod|fchmod|fchmodat|chown|fchown|lchown|fchownat|truncate'
swift_calls+='|ftruncate|removeItem|moveItem|replaceItem|createFile|removeFile|removeEmptyDirectory|removeIfEmpty|removeTree'
swift_calls+='|removeFolder|replaceLink|setAttributes)\(|(AtomicFile|SymbolicLink)\.replace\(|\.write\((to|toFile):|O_TRUNC'
c_calls='\b(unlink|unlinkat|rmdir|rename|renameat2?|f?chmod|fchmodat2?|[fl]?chown|fchownat|f?truncate|remove)\(|O_TRUNC'
c_calls+='|fopen\([^)]*"[wa]'
shell_calls='(^|[;&|({@'"'"']|then|do|else|xargs|exec|find|env|sudo)[[:space:]]*(rm|rmdir|mv|cp|ln|chmod|chown|truncate|unlink|install|shred'
shell_calls+='|dd|rsync) |-delete\b|-exec rm\b|\bsed +(-[a-zA-Z]+ +)*-i'
python_calls='\b(os\.(remove|unlink|rename|renames|replace|rmdir|removedirs|chmod|fchmod|chown|fchown|lchown|truncate|ftruncate)'
python_calls+='|shutil\.\w+)|\.(unlink|rmdir|write_text|write_bytes|rename|chmod)\(|O_TRUNC'
python_calls+='|\bopen\([^)]*["'"'"'](w|wb|a|ab|r\+|r\+b|w\+|wb\+)["'"'"']'
js_calls='\b(unlink|unlinkSync|rm|rmSync|rmdir|rename|renameSync|writeFile|writeFileSync|truncate|chmod|copyFile)\('
dart_calls='\.(delete|deleteSync|rename|renameSync|writeAsBytes|writeAsString|writeAsBytesSync|writeAsStringSync)\('
dart_calls+='|FileMode\.(write|append)'

# listed LIST PATTERN COMMENT: the calls of the files that a command lists, what stands behind a comment's sign left out.
listed() {
    local file
    while IFS= read -r file; do
        sed -E "s@$3.*\$@@" "$file" | grep -oE "$2" | sed -E 's/^[^A-Za-z-]+//; s/^(then|do|else|xargs|exec|find|env|sudo) +//; s/[( ]+$//' |
            sort -u | sed "s@^@$file | @" || true
    done < <(eval "$1")
}

all_calls() {
    listed "find Sources -name '*.swift' | sort" "(^|[^A-Za-z_])($swift_calls)" '(^|[^:"])//'
    listed "find Sources integrations -name '*.[ch]' | sort" "$c_calls" '//'
    listed "{ find Scripts packaging .ci -type f; echo Makefile; grep -rlE '^#!.*\\b(ba)?sh' integrations samples; } | grep -vE 'check-removals.sh|functions.order' | sort -u" \
        "$shell_calls" '(^|[[:space:]])#[[:space:]]'
    listed "find integrations samples -name '*.py' | sort" "$python_calls" '(^|[[:space:]])#[[:space:]]'
    listed "find integrations -name '*.js' | sort" "$js_calls" '//'
    listed "find integrations -name '*.dart' | sort" "$dart_calls" '//'
}

found=$(all_calls | sort -u)
if [ "${1:-}" = --list ]; then
    echo "$found"
    exit
fi
# Lines of the table: | `file` | `call` | …
named=$(sed -nE 's/^\| `([^`]+)` \| `([^`]+)` \|.+/\1 | \2/p' "$page" | sort -u)
missing=$(comm -23 <(echo "$found") <(echo "$named"))
stale=$(comm -13 <(echo "$found") <(echo "$named"))
status=0
if [ -n "$missing" ]; then
    echo "check: these calls have no line in $page that says why their target is ours:" >&2
    sed 's/^/    /' <<<"$missing" >&2
    status=1
fi
if [ -n "$stale" ]; then
    echo "check: these lines of $page have no call any more:" >&2
    sed 's/^/    /' <<<"$stale" >&2
    status=1
fi
[ "$status" -eq 0 ] && echo "check: what is removed is accounted for ($(wc -l <<<"$found") places)"
exit "$status"
