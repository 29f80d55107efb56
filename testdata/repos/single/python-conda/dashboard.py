import geopandas
import streamlit as st

st.title("Map")
st.map(geopandas.read_file("places.geojson"))
