/** The one stylesheet of the bank and the echo shop. Calm slate, ink blue, an amber bead; light and dark. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: light-dark(oklch(0.975 0.004 255), oklch(0.19 0.014 255));
  --sheet: light-dark(oklch(1 0 0), oklch(0.235 0.016 255));
  --sunken: light-dark(oklch(0.96 0.006 255), oklch(0.205 0.015 255));
  --line: light-dark(oklch(0.905 0.008 255), oklch(0.34 0.018 255));
  --text: light-dark(oklch(0.27 0.025 255), oklch(0.93 0.008 255));
  --quiet: light-dark(oklch(0.5 0.02 255), oklch(0.71 0.018 255));
  --ink: light-dark(oklch(0.45 0.12 255), oklch(0.77 0.1 255));
  --ink-fill: light-dark(oklch(0.45 0.12 255), oklch(0.56 0.13 255));
  --ink-wash: light-dark(oklch(0.955 0.018 255), oklch(0.29 0.04 255));
  --bead: oklch(0.78 0.14 75);
  --good: light-dark(oklch(0.46 0.11 155), oklch(0.82 0.13 155));
  --good-wash: light-dark(oklch(0.955 0.035 155), oklch(0.29 0.045 155));
  --bad: light-dark(oklch(0.5 0.17 25), oklch(0.8 0.11 25));
  --bad-wash: light-dark(oklch(0.957 0.02 25), oklch(0.3 0.06 25));
  --warn: light-dark(oklch(0.5 0.1 70), oklch(0.84 0.12 80));
  --warn-wash: light-dark(oklch(0.962 0.04 85), oklch(0.3 0.045 75));
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace;
  --font: 'PingFang TC', 'Microsoft JhengHei', 'Noto Sans CJK TC', 'Noto Sans TC', 'Noto Sans', 'Liberation Sans', system-ui, sans-serif;
}
:root:lang(zh-CN) {
  --font: 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'Noto Sans', 'Liberation Sans', system-ui, sans-serif;
}
:root:lang(en) {
  --font: -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', 'PingFang TC', 'Microsoft JhengHei', 'Noto Sans CJK TC', system-ui, sans-serif;
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; background: var(--ground); color: var(--text);
  font: 15px/1.55 var(--font);
  font-variant-numeric: tabular-nums;
}
h1, h2, h3, p, dl, dd { margin: 0; }
p { text-wrap: pretty; }
b, strong { font-weight: 600; }
a { color: var(--ink); text-underline-offset: 3px; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
.top {
  display: flex; align-items: center; gap: 8px 24px; flex-wrap: wrap; padding: 12px 28px;
  background: var(--sheet); border-bottom: 1px solid var(--line);
}
.brand { display: flex; align-items: center; gap: 10px; font-weight: 600; font-size: 16px; letter-spacing: 0.01em; }
.brand svg { display: block; }
.brand small { font-weight: 400; font-size: 13px; color: var(--quiet); }
.nav { display: flex; gap: 4px; font-size: 14px; }
.nav a { padding: 6px 12px; border-radius: 7px; text-decoration: none; color: var(--quiet); }
.nav a:hover { background: var(--sunken); color: var(--text); }
.nav a[aria-current='page'], .nav a[aria-current='true'] { color: var(--ink); background: var(--ink-wash); font-weight: 500; }
.top .nav.languages { margin-left: auto; }
main { max-width: 1440px; margin: 0 auto; padding: 24px 28px 64px; }
.columns { display: grid; gap: 20px; grid-template-columns: minmax(0, 1fr); align-items: start; }
@media (min-width: 1120px) { .columns { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); } }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.sheet + .sheet { margin-top: 20px; }
.sheet header { display: flex; align-items: baseline; gap: 4px 14px; flex-wrap: wrap; padding: 16px 20px 12px; }
.sheet header h2 { font-size: 15px; font-weight: 600; }
.sheet header .aside { margin-left: auto; }
.body { padding: 4px 20px 20px; }
.quiet { color: var(--quiet); }
.small { font-size: 13px; }
.mono { font-family: var(--mono); font-size: 12.5px; }
.break { overflow-wrap: anywhere; }
.scroll {
  overflow-x: auto;
  /* An edge with more behind it casts a shadow; what lies over it goes along and covers it where there is none. */
  background:
    linear-gradient(to right, var(--sheet) 30%, transparent) left / 40px 100% no-repeat local,
    linear-gradient(to left, var(--sheet) 30%, transparent) right / 40px 100% no-repeat local,
    linear-gradient(to right, rgb(0 0 0 / 0.22), transparent) left / 14px 100% no-repeat scroll,
    linear-gradient(to left, rgb(0 0 0 / 0.22), transparent) right / 14px 100% no-repeat scroll;
}
.scroll.list { overflow-y: auto; max-height: 52vh; }
.scroll.list th { position: sticky; top: 0; z-index: 1; }
@media (min-width: 1120px) { .scroll.list { max-height: calc(100vh - 170px); } }
.id {
  display: inline-block; vertical-align: bottom; max-width: 230px; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; font-family: var(--mono); font-size: 12.5px;
}
table { width: 100%; border-collapse: collapse; font-size: 13.5px; }
th {
  text-align: left; font-weight: 500; font-size: 12.5px; color: var(--quiet); white-space: nowrap;
  padding: 8px 10px; border-bottom: 1px solid var(--line); background: var(--sunken);
}
td { padding: 9px 10px; border-bottom: 1px solid var(--line); vertical-align: top; }
td.tight, th.tight { white-space: nowrap; }
td.scenario { min-width: 132px; }
td.wide { width: 34%; min-width: 220px; }
th { border-top: 1px solid var(--line); }
tr:last-child > td { border-bottom: 0; }
th:first-child, td:first-child { padding-left: 20px; }
th:last-child, td:last-child { padding-right: 20px; }
tbody tr.row:hover { background: var(--sunken); }
tbody tr[aria-current] { background: var(--ink-wash); box-shadow: inset 3px 0 var(--bead); }
.number { text-align: right; white-space: nowrap; }
.empty { padding: 36px 20px 44px; text-align: center; color: var(--quiet); }
.badge {
  display: inline-block; padding: 1px 9px; border-radius: 99px; font-size: 12.5px; font-weight: 500;
  line-height: 1.6; white-space: nowrap; background: var(--sunken); color: var(--quiet); box-shadow: inset 0 0 0 1px var(--line);
}
.badge.good { background: var(--good-wash); color: var(--good); box-shadow: none; }
.badge.bad { background: var(--bad-wash); color: var(--bad); box-shadow: none; }
.badge.warn { background: var(--warn-wash); color: var(--warn); box-shadow: none; }
.chip { font-family: var(--mono); font-size: 12px; padding: 0 6px; border-radius: 5px; background: var(--sunken); box-shadow: inset 0 0 0 1px var(--line); color: var(--quiet); }
.amount { font-size: 30px; font-weight: 600; letter-spacing: -0.01em; line-height: 1.2; }
.amount small { font-size: 14px; font-weight: 500; color: var(--quiet); letter-spacing: 0.03em; margin-right: 6px; }
dl.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 6px 18px; font-size: 13.5px; margin-top: 14px; }
dl.facts dt { color: var(--quiet); }
dl.facts dd { overflow-wrap: anywhere; }
.buttons { display: grid; grid-template-columns: repeat(auto-fill, minmax(176px, 1fr)); gap: 8px; }
button, .button {
  font: inherit; font-size: 14px; cursor: pointer; border: 1px solid var(--line); background: var(--sheet); color: var(--text);
  border-radius: 8px; padding: 7px 12px; text-align: left; min-height: 38px; text-decoration: none; display: inline-flex;
  align-items: center; gap: 9px; transition: background 120ms, border-color 120ms;
}
button:hover, .button:hover { background: var(--ink-wash); border-color: color-mix(in oklab, var(--ink) 45%, var(--line)); }
button[aria-pressed='true'] { background: var(--ink-wash); border-color: var(--ink); color: var(--ink); font-weight: 500; }
button.main { background: var(--ink-fill); border-color: transparent; color: oklch(0.99 0 0); font-weight: 600; justify-content: center; }
button.main:hover { background: color-mix(in oklab, var(--ink-fill) 88%, black); }
button.danger { color: var(--bad); justify-content: center; }
button.danger:hover { background: var(--bad-wash); border-color: color-mix(in oklab, var(--bad) 40%, var(--line)); }
.buttons form, .buttons button { width: 100%; }
input {
  font: inherit; color: inherit; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px;
  padding: 7px 12px; min-height: 38px; width: 100%;
}
select {
  font: inherit; color: inherit; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px;
  padding: 7px 34px 7px 12px; min-height: 38px; max-width: 100%; appearance: none; text-overflow: ellipsis;
  background-image: linear-gradient(45deg, transparent 50%, var(--quiet) 50%), linear-gradient(-45deg, transparent 50%, var(--quiet) 50%);
  background-position: right 17px center, right 12px center; background-size: 5px 5px; background-repeat: no-repeat;
}
label select { display: block; width: 100%; margin-top: 4px; color: var(--text); }
.shop { max-width: 920px; margin: 0 auto; }
.goods { display: grid; gap: 12px; grid-template-columns: repeat(auto-fill, minmax(180px, 1fr)); }
.article { padding: 14px 16px 16px; border: 1px solid var(--line); border-radius: 10px; display: grid; gap: 2px; }
.article:focus-within { border-color: var(--ink); }
.article b { color: var(--text); font-size: 15px; }
.article input { margin-top: 10px; }
.till { display: flex; align-items: center; justify-content: space-between; gap: 12px 24px; flex-wrap: wrap; padding-top: 16px; border-top: 1px solid var(--line); }
.till button.main { min-width: 220px; min-height: 46px; }
input.short { width: 64px; }
label { font-size: 13.5px; color: var(--quiet); display: block; }
label input { margin-top: 4px; color: var(--text); }
.line { display: flex; gap: 8px; align-items: center; flex-wrap: wrap; }
.line.end { align-items: end; }
.grow { flex: 1 1 160px; }
.rule { border: 0; border-top: 1px solid var(--line); margin: 18px 0; }
.stack { display: grid; gap: 12px; }
.note { padding: 10px 14px; border-radius: 9px; font-size: 13.5px; background: var(--sunken); color: var(--quiet); }
.note.good { background: var(--good-wash); color: var(--good); }
.note.bad { background: var(--bad-wash); color: var(--bad); }
.note.warn { background: var(--warn-wash); color: var(--warn); }
summary { cursor: pointer; color: var(--ink); font-size: 13px; width: max-content; max-width: 100%; }
pre {
  margin: 6px 0 2px; padding: 10px 12px; border-radius: 8px; background: var(--sunken); border: 1px solid var(--line);
  font: 12px/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere;
}
ol.log { list-style: none; margin: 0; padding: 0; }
ol.log > li { padding: 12px 20px; border-top: 1px solid var(--line); display: grid; gap: 4px; }
.narrow { max-width: 480px; margin: 0 auto; }
.narrow .sheet header { padding: 20px 24px 6px; }
.narrow .body { padding: 8px 24px 26px; }
.narrow button, .narrow input { min-height: 46px; }
.narrow .line button { min-height: 46px; }
.tiles { display: flex; gap: 6px 26px; flex-wrap: wrap; font-size: 13.5px; color: var(--quiet); }
.tiles b { color: var(--text); font-weight: 600; }
@media (max-width: 640px) {
  main { padding: 16px 14px 48px; }
  .top { padding: 10px 14px; gap: 6px 12px; }
  .brand small { display: none; }
  .top .nav:not(.languages) { order: 1; flex-basis: 100%; }
  .languages a { padding-inline: 8px; }
  .scenario { display: none; }
  th, td { padding-inline: 7px; }
  th:first-child, td:first-child { padding-left: 14px; }
  th:last-child, td:last-child { padding-right: 14px; }
  .till button.main { width: 100%; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;
