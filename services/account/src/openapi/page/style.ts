/** How the reference looks. It is the only thing that its policy lets a browser use, known by its hash. */
export const style = `
:root { color-scheme: light dark; --ink: #17211c; --soft: #55625b; --line: #dfe5e1; --ground: #f7f9f7; --card: #fff; --accent: #0b6b4f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eaf0ec; --soft: #a3b0a9; --line: #2a352f; --ground: #0f1512; --card: #161d19; --accent: #5fd0a8; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 24px; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.6 system-ui, -apple-system, "Segoe UI", sans-serif; }
a { color: var(--accent); text-underline-offset: 3px; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, monospace; font-size: 0.875em; overflow-wrap: anywhere; }
.page { max-width: 1120px; margin: 0 auto; padding: 48px 24px 96px; display: grid; grid-template-columns: 220px minmax(0, 1fr); gap: 56px; }
header, nav, main { min-width: 0; }
header { grid-column: 1 / -1; max-width: 720px; }
h1 { margin: 0 0 12px; font-size: 36px; line-height: 1.15; letter-spacing: -0.02em; }
h2 { margin: 56px 0 16px; font-size: 24px; line-height: 1.25; letter-spacing: -0.01em; }
main > section:first-child > h2 { margin-top: 0; }
h3 { margin: 0 0 8px; font-size: 18px; line-height: 1.35; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
h4 { margin: 24px 0 8px; font-size: 14px; color: var(--soft); }
p { margin: 0 0 12px; }
header p, .access, .types { color: var(--soft); }
nav { font-size: 14px; position: sticky; top: 24px; align-self: start; max-height: calc(100vh - 48px); overflow-y: auto; }
nav h2 { margin: 20px 0 4px; font-size: 14px; letter-spacing: 0; }
nav section:first-child h2 { margin-top: 0; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav a { display: block; padding: 3px 0; color: var(--soft); text-decoration: none; }
nav a:hover { color: var(--ink); text-decoration: underline; }
article { margin: 0 0 24px; padding: 24px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
article:target { border-color: var(--accent); }
.call { margin-bottom: 4px; overflow-wrap: anywhere; }
.call b { color: var(--accent); font-size: 14px; }
.access, .types, i { font-size: 14px; font-style: normal; }
i { color: var(--soft); }
dl { margin: 0; display: grid; grid-template-columns: minmax(140px, 200px) minmax(0, 1fr); border-top: 1px solid var(--line); font-size: 15px; }
dt, dd { margin: 0; padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); min-width: 0; overflow-wrap: anywhere; }
dd dl { margin-top: 8px; grid-template-columns: minmax(0, 1fr); }
dd dl dt { border-bottom: 0; padding-bottom: 0; }
.or { margin: 12px 0; color: var(--soft); }
pre { margin: 24px 0 0; padding: 16px; overflow-x: auto; background: var(--ground); border: 1px solid var(--line); border-radius: 8px; line-height: 1.55; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 800px) {
  .page { grid-template-columns: minmax(0, 1fr); gap: 32px; padding: 32px 16px 64px; }
  nav { position: static; max-height: none; columns: 2 200px; }
  nav section { break-inside: avoid; }
  article { padding: 20px 16px; }
  h1 { font-size: 28px; }
}
@media (max-width: 560px) {
  dl { grid-template-columns: minmax(0, 1fr); }
  dt { border-bottom: 0; padding-bottom: 0; }
}
`;
