"""The style sheet of a report, on the screen and on paper."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root{color-scheme:light;--ink:#222;--line:#cfc6b4;--paper:#fffdf8}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.45 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;margin:.2rem 0}h2{font-size:1.2rem;margin:1.6rem 0 .6rem}
h3{font-size:1rem;margin:0}p{margin:.3rem 0}
.note{color:#5a5348;font-size:.9rem}
.languages{text-align:right;padding:.6rem 1rem 0}
body:has(#en:checked) main [lang=es]{display:none}
body:has(#es:checked) main [lang=en]{display:none}
table{border-collapse:collapse}th{text-align:left;font-weight:600}
td,th{padding:.2rem .7rem .2rem 0;border-bottom:1px solid var(--line);vertical-align:top}
.sides td{text-align:right;font-variant-numeric:tabular-nums}
.sides thead th{text-align:right}.sides th[scope=row]{font-weight:400}
.sides th[scope=row]::first-letter{text-transform:uppercase}
.plot{width:100%;height:auto}
.cards{display:grid;gap:1rem}
article{display:grid;grid-template-columns:320px 1fr;gap:1rem;border:1px solid var(--line);
border-left:6px solid #b8860b;border-radius:6px;padding:.8rem;background:#fff}
article.error{border-left-color:#d2691e}article.blunder{border-left-color:#b22222}
article svg{max-width:100%;height:auto}
article ul{margin:.4rem 0;padding-left:1.1rem}
.cost{font-variant-numeric:tabular-nums}
.ways{font-size:.9rem;margin:.4rem 0}.ways td{font-variant-numeric:tabular-nums}
.ways .played td{font-weight:600}
code{font-size:.75rem;overflow-wrap:anywhere}
.mistakes{display:block;overflow-x:auto;font-size:.85rem;margin-top:1.6rem}
.mistakes td:last-child{max-width:16rem}
@media (max-width:44rem){article{grid-template-columns:1fr}
.mistakes td:last-child,.mistakes th:last-child{display:none}}
@media print{.languages{display:none}body{font-size:10pt;background:#fff}
article,tr,.plot{break-inside:avoid}main{max-width:none;padding:0}}
"""
