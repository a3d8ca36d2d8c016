// Draws the pictures of a view with Chart.js. All they say is the program's, amounts as their reader writes them too: here an amount is only
// a place on the screen. Colours and dashes are those of the legend, which the style sheet gives. Without this script each picture's table is
// there.
"use strict";

/** Draws what the view has, in the place of what was drawn before. */
function drawAll() {
    Object.values(Chart.instances).forEach((chart) => chart.destroy());
    document.querySelectorAll(".plot").forEach(draw);
}

/** @param {HTMLElement} plot with all that it shows in `data-plot`, as `Plot.swift` writes it */
function draw(plot) {
    const { kind, steps, names, marks, lines } = JSON.parse(plot.dataset.plot);
    const points = lines.map((line) => line.runs.flatMap(([count, ...point]) => Array(count).fill(point)));
    const keys = [...plot.querySelectorAll(".legend path")].map((key) => getComputedStyle(key));
    const [ink, mesh] = ["--soft", "--line"].map((name) => getComputedStyle(plot).getPropertyValue(name));
    const datasets = lines.map(({ name }, index) => ({
        label: name,
        data: points[index].map(([amount]) => (amount === undefined ? null : Number(amount))),
        borderColor: keys[index].stroke,
        backgroundColor: kind === "bar" ? keys[index].fill : keys[index].stroke,
        borderDash: keys[index].strokeDasharray.match(/[\d.]+/g)?.map(Number) ?? [],
        borderWidth: 2,
        // What is known of one day alone would be no line.
        pointRadius: points[index].filter(([amount]) => amount !== undefined).length < 3 ? 3 : 0,
        stepped: true,
    }));
    const places = marks.map(([amount]) => Number(amount));
    plot.hidden = false;
    new Chart(plot.querySelector("canvas"), {
        type: kind,
        data: { labels: steps, datasets },
        options: {
            animation: false,
            maintainAspectRatio: false,
            interaction: { mode: "index", intersect: false },
            scales: {
                x: axis(names, names.map(([step]) => step), { grid: { display: false } }),
                y: axis(marks, places, { min: places[0], max: places.at(-1), grid: { color: mesh } }),
            },
            plugins: {
                legend: { display: false },
                tooltip: {
                    callbacks: {
                        label: ({ dataset, datasetIndex, dataIndex }) =>
                            `${dataset.label}: ${points[datasetIndex][dataIndex][1]}`,
                    },
                },
            },
        },
    });

    /** An axis that has these words at these places, as far as there is room. */
    function axis(words, at, rest) {
        return {
            ...rest,
            afterBuildTicks: (scale) => (scale.ticks = at.map((value) => ({ value }))),
            ticks: { color: ink, maxRotation: 0, callback: (value) => words[at.indexOf(value)]?.[1] },
        };
    }
}

Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
Chart.defaults.font.size = 0.8 * parseFloat(getComputedStyle(document.body).fontSize);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
document.addEventListener("renewed", drawAll);
drawAll();
