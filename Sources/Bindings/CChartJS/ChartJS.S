// Chart.js as Debian's libjs-chart.js brings it, with its notice of copyright at the beginning: the program carries it along.
    .section .rodata
    .global chart_js, chart_js_end
chart_js:
    .incbin "/usr/share/javascript/chart.js/chart.min.js"
chart_js_end:

    .section .note.GNU-stack, "", %progbits
