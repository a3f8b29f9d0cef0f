mod certificates;
mod faults;
mod fixture;
mod properties;
mod real;
mod register;
